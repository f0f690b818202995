// The sizes of a device's tiles come from an option: also such as the compiler doesn't choose, and where its own rule asks for more blocks. What
// doesn't fit keeps the compiler's.
// run: -O2 -ffp-contract=off --acc-sizes=32x48
// launch: tiles_sizes_product_23 grid=3x5x1 block=24x2x1
// launch: tiles_sizes_wide_34 grid=3x5x1 block=24x4x1
// report: the device's blocks run it in tiles of 32 iterations of i by 48 of j, with a, b in shared memory
// report: in tiles of 32 iterations of i by 48 of j, with c, d in shared memory
// report: not in tiles of 32 by 48, which an option asks for
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3
#include "check.h"
#include <string.h>

enum { N = 131, M = 101, K = 37 };

static float a[N][K], b[K][M], x[N][M], wanted[N][M];
static double c[N][K], d[K][M], y[N][M], also[N][M];
static int low[N][N], sums[N][N], lower[N][N];

static void product(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            x[i][j] = 1;
            for (int k = 0; k < K; k++)
                x[i][j] += a[i][k] * b[k][j];
        }
}

static void wide(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                y[i][j] += c[i][k] * d[k][j];
}

/* Sums that begin and end at other places in each row, for which there are no tiles. */
static void ragged(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = i / 2; k <= i; k++)
                sums[i][j] += low[i][k] * low[j][k];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            c[i][k] = a[i][k] = (float)((i * 7 + k * 3) % 11 - 5);
    for (int k = 0; k < K; k++)
        for (int j = 0; j < M; j++)
            d[k][j] = b[k][j] = (float)((k * 5 + j) % 13 - 6);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            low[i][j] = (i * 3 + j) % 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            wanted[i][j] = 1;
            y[i][j] = also[i][j] = j % 3;
            for (int k = 0; k < K; k++) {
                wanted[i][j] += a[i][k] * b[k][j];
                also[i][j] += c[i][k] * d[k][j];
            }
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = i / 2; k <= i; k++)
                lower[i][j] += low[i][k] * low[j][k];
    product();
    wide();
    ragged();
    CHECK(!memcmp(x, wanted, sizeof x));
    CHECK(!memcmp(y, also, sizeof y));
    CHECK(!memcmp(sums, lower, sizeof sums));
    return CHECKED();
}
