// A matrix in one piece, by columns. That n rows don't run into the next column is known from the loops' bounds.
// true: line 4 parallel, line 5 parallel
void columns(int n, int m, double *a)
{
    #pragma acc kernels
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[j * n + i] = i + j;
}
