// Five values in each cell; the flux of a line is kept for the difference behind it.
// true: line 6 parallel, line 7 parallel, line 9 parallel, line 12 parallel
// true: line 13 parallel
enum { N = 64 };
static double q[N][N][5], f[N][N][5], d[N][N][5];
void flux(double t)
{
    #pragma acc kernels
    for (int j = 1; j < N - 1; j++) {
        for (int i = 0; i < N; i++) {
            double w = q[j][i][1] / q[j][i][0];
            for (int m = 0; m < 5; m++)
                f[j][i][m] = q[j][i][m] * w;
        }
        for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
                d[j][i][m] -= t * (f[j][i + 1][m] - f[j][i - 1][m]);
    }
}
