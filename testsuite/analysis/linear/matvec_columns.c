// Columns outside: a device wants the rows on its threads, and the sum is in order in each.
// true: line 4 reduction, line 5 parallel
void matvec(int n, int m, const double *restrict a, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            y[i] += a[i * m + j] * x[j];
}
