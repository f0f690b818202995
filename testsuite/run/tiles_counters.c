// Counters that the user declares before the construct keep the value that the loops leave in them, also where loops over one range would have
// one counter in tiles.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3
// expect: multicore host_kernels=2
#include "check.h"
#define N 70

static double a[N][N], b[N][N], c[N][N], want[N][N];

int main(void)
{
    int i, j, k, l = -1;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i + j) % 5;
            b[i][j] = (i * j) % 3;
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            want[i][j] = 1;
            for (k = 0; k < N; k++)
                want[i][j] += a[i][k] * b[k][j];
        }
    #pragma acc kernels
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++)
            c[i][j] = 1;
        for (k = 0; k < N; k++)
            for (l = 0; l < N; l++)
                c[i][l] += a[i][k] * b[k][l];
    }
    CHECK(i == N && j == N && k == N && l == N);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            CHECK(c[i][j] == want[i][j]);
            c[i][j] = j;
        }
    for (j = 0; j < N; j++)
        want[0][j] = j;
    for (i = 1; i < N; i++)
        for (j = 0; j < N; j++) {
            want[i][j] = want[i - 1][j];
            for (k = 0; k < N; k++)
                want[i][j] += a[i][k] * b[k][j] / 64;
        }
    l = -1;
    #pragma acc kernels
    for (i = 1; i < N; i++) {
        for (j = 0; j < N; j++)
            c[i][j] = c[i - 1][j];
        for (k = 0; k < N; k++)
            for (l = 0; l < N; l++)
                c[i][l] += a[i][k] * b[k][l] / 64;
    }
    CHECK(i == N && j == N && k == N && l == N);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            CHECK(c[i][j] == want[i][j]);
    return CHECKED();
}
