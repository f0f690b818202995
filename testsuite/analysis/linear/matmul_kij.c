// The sum outermost: the nest is a series of updates of the whole matrix.
// true: line 4 reduction, line 5 parallel, line 6 parallel
void matmul(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
    #pragma acc kernels
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
