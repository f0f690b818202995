// An array of pointers to rows: two rows may be the same memory, and nothing tells.
// true: line 4 parallel if apart, line 5 parallel
void fill(int n, int m, double **a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i + j;
}
