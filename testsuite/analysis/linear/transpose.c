// One of the two arrays is walked through across its rows, whichever loop is inside.
// true: line 4 parallel, line 5 parallel
void transpose(int n, int m, double a[restrict n][m], double b[restrict m][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}
