// One sum over two loops: both are spread.
// true: line 4 reduction, line 5 reduction
void total(int n, int m, double a[restrict n][m], double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *out += a[i][j];
}
