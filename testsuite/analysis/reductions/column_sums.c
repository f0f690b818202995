// Sums of columns: rows outside, so each iteration of the outer loop adds to all sums.
// true: line 4 reduction, line 5 parallel
void columns(int n, int m, double a[restrict n][m], double s[restrict m])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s[j] += a[i][j];
}
