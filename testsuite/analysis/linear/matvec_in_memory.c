// The sum of a row is kept in memory: the inner loop adds to one element all the time.
// true: line 4 parallel, line 5 reduction
void matvec(int n, int m, const double *restrict a, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += a[i * m + j] * x[j];
}
