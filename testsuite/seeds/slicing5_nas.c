// The paper's three loops of the NAS benchmarks, with sizes that are parameters: ua_setup_16, ft_auxfnct_2 and ua_diffuse_4.
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
// launch: slicing5_nas_setup_16_14 grid=2x2x1 block=32x8x1
// launch: slicing5_nas_diffuse_4_34 grid=1x1x24 block=32x8x1
#include "../run/check.h"

enum { N = 96, M = 24 };
static double wdtdr[N][N], wx[N], dx[N][N], y[M][M][M], x[M][M][M], tw[M][M][M], tm[M][M][M], u[M][M][M], wd[M][M], want[N][N], seen[M][M][M];

static void setup_16(int n1, int n2, int n3, double r[restrict n1][n2], double w[restrict n3], double d[restrict n3][n1])
{
#pragma acc kernels
    for (int i = 0; i < n1; i++)
        for (int j = 0; j < n2; j++)
            for (int ip = 0; ip < n3; ip++)
                r[i][j] = r[i][j] + w[ip] * d[ip][i] * d[ip][j];
}

static void auxfnct_2(int n1, int n2, int n3, double yy[restrict n1][n2][n3], double xx[restrict n1][n2][n3], double t[restrict n1][n2][n3])
{
#pragma acc kernels
    for (int i = 0; i < n1; i++)
        for (int k = 0; k < n2; k++)
            for (int j = 0; j < n3; j++) {
                yy[i][k][j] = yy[i][k][j] * t[i][k][j];
                xx[i][k][j] = yy[i][k][j];
            }
}

static void diffuse_4(int n1, int n2, int n3, int n4, double t[restrict n1][n3][n4], double v[restrict n1][n2][n4], double w[restrict n3][n2])
{
#pragma acc kernels
    for (int iz = 0; iz < n1; iz++)
        for (int k = 0; k < n2; k++)
            for (int j = 0; j < n3; j++)
                for (int i = 0; i < n4; i++)
                    t[iz][j][i] = t[iz][j][i] + v[iz][k][i] * w[j][k];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        wx[i] = i % 5;
        for (int j = 0; j < N; j++)
            dx[i][j] = (i + j) % 7;
    }
    for (int i = 0; i < M; i++)
        for (int k = 0; k < M; k++) {
            wd[i][k] = (i * k) % 4;
            for (int j = 0; j < M; j++)
                y[i][k][j] = (i + k + j) % 7, tw[i][k][j] = (i + j) % 3, u[i][k][j] = (i + 2 * k + 3 * j) % 5;
        }
    setup_16(N, N, N, wdtdr, wx, dx);
    auxfnct_2(M, M, M, y, x, tw);
    diffuse_4(M, M, M, M, tm, u, wd);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            for (int ip = 0; ip < N; ip++)
                want[i][j] += wx[ip] * dx[ip][i] * dx[ip][j];
            CHECK(wdtdr[i][j] == want[i][j]);
        }
    for (int i = 0; i < M; i++)
        for (int k = 0; k < M; k++)
            for (int j = 0; j < M; j++) {
                CHECK(x[i][k][j] == (i + k + j) % 7 * ((i + j) % 3) && y[i][k][j] == x[i][k][j]);
                for (int q = 0; q < M; q++)
                    seen[i][k][j] += u[i][q][j] * wd[k][q];
                CHECK(tm[i][k][j] == seen[i][k][j]);
            }
    return CHECKED();
}
