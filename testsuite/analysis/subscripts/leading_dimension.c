// With a leading dimension that may be smaller than a row, rows can overlap.
// true: line 4 parallel if apart, line 5 parallel
void rows(int n, int m, int lda, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * lda + j] = i;
}
