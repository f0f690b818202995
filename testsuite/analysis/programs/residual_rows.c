// The same through pointers to planes.
// true: line 6 parallel, line 7 parallel, line 8 parallel, line 10 parallel
enum { N = 66 };
void residual(int n, double c0, double c1, double (*restrict u)[N][N], double (*restrict v)[N][N], double (*restrict r)[N][N])
{
    double line[N];
    #pragma acc kernels
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < N - 1; j++) {
            for (int i = 0; i < N; i++)
                line[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
            for (int i = 1; i < N - 1; i++)
                r[k][j][i] = v[k][j][i] - c0 * u[k][j][i] - c1 * (line[i - 1] + line[i + 1]);
        }
}
