// Every step is kept: rows are steps, so the outer loop is in order and the inner one parallel.
// true: line 4 sequential, line 5 parallel
void history(int steps, int n, double u[steps][n])
{
    #pragma acc kernels
    for (int t = 1; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[t][i] = 0.5 * (u[t - 1][i - 1] + u[t - 1][i + 1]);
}
