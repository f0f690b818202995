// Each row is a recurrence of its own, so the outer loop is the parallel one.
// true: line 4 parallel, line 5 sequential
void sweep(int n, int m, double a[n][m])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            a[i][j] += a[i][j - 1];
}
