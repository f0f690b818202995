// Two halves of one array take turns by the step's parity.
// true: line 4 sequential, line 5 parallel
void turns(int steps, int n, double a[2][n])
{
    #pragma acc kernels
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[(t + 1) % 2][i] = 0.5 * (a[t % 2][i - 1] + a[t % 2][i + 1]);
}
