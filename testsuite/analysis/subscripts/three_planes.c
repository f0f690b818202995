// Three planes in turn, and a read of the one before last: planes t + 1 and t - 1 are different.
// true: line 4 sequential, line 5 parallel
void leap(int steps, int n, double a[3][n])
{
    #pragma acc kernels
    for (int t = 1; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[(t + 1) % 3][i] = a[(t + 2) % 3][i] + a[t % 3][i - 1] - a[t % 3][i + 1];
}
