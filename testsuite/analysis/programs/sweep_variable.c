// The same backwards, with extents that are parameters.
// true: line 4 sequential, line 5 parallel if apart
void substitute(int n, double u[n][n], double x[n][n])
{
    #pragma acc kernels
    for (int i = n - 2; i >= 0; i--)
        for (int j = 0; j < n; j++)
            x[i][j] -= u[i][j] * x[i + 1][j];
}
