// All rows but the pivot's change, by the pivot's row: only the condition says that they are different.
// true: line 4 parallel, line 6 parallel
void reduce(int n, int k, double a[n][n], const double *restrict f)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (i != k)
            for (int j = 0; j < n; j++)
                a[i][j] -= f[i] * a[k][j];
}
