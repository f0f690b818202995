// The same with extents that are parameters; the line is declared in the loop.
// true: line 4 parallel if apart, line 5 parallel if apart, line 6 parallel if apart
void residual(int n, double c0, double c1, double u[n][n][n], double v[n][n][n], double r[n][n][n])
{
    #pragma acc kernels
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++) {
                double before = u[k][j - 1][i - 1] + u[k][j + 1][i - 1];
                double behind = u[k][j - 1][i + 1] + u[k][j + 1][i + 1];
                r[k][j][i] = v[k][j][i] - c0 * u[k][j][i] - c1 * (before + behind);
            }
}
