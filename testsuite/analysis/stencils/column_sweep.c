// Each column is a recurrence of its own: the rows are in order, the columns parallel.
// true: line 4 sequential, line 5 parallel
void sweep(int n, int m, double a[n][m])
{
    #pragma acc kernels
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i - 1][j];
}
