// Stencils in two and three dimensions, with a directive on each loop, on the outermost alone, and on none.
// kernel: stencils_each_loop_7 percent=100 line=10 in_flight=4
// kernel: stencils_outermost_17 percent=100 line=19 in_flight=4
// kernel: stencils_plain_26 percent=75 line=28 in_flight=4
void each_loop(int n, int m, double (*restrict a)[m], double (*restrict b)[m])
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++) {
#pragma acc loop
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    }
}

void outermost(int n, int m, double (*restrict a)[m], double (*restrict b)[m])
{
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

void plain(int n, int m, int l, double (*restrict a)[m][l], double (*restrict b)[m][l])
{
#pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < l - 1; k++)
                b[i][j][k] = a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
}
