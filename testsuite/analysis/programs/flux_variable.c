// The same with extents that are parameters.
// true: line 4 parallel, line 5 parallel, line 7 parallel, line 10 parallel
// true: line 11 parallel
void flux(int n, double t, double q[restrict n][n][5], double f[restrict n][n][5], double d[restrict n][n][5])
{
    #pragma acc kernels
    for (int j = 1; j < n - 1; j++) {
        for (int i = 0; i < n; i++) {
            double w = q[j][i][1] / q[j][i][0];
            for (int m = 0; m < 5; m++)
                f[j][i][m] = q[j][i][m] * w;
        }
        for (int i = 1; i < n - 1; i++)
            for (int m = 0; m < 5; m++)
                d[j][i][m] -= t * (f[j][i + 1][m] - f[j][i - 1][m]);
    }
}
