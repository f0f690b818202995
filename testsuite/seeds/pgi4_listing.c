// The article's directive listing, do parallel j, k, do parallel vector(32) i, becomes its K1: along i a block's threads, for each column a row of blocks,
// the sum in a register, and no barrier. For other words on j and i, too.
// report: on devices the loop at line 19 runs sequentially in each thread
// launch: pgi4_listing_as_printed_17 grid=3x70x1 block=32x1x1
// launch: pgi4_listing_wide_30 grid=1x70x1 block=128x1x1
// expect: device kernels=2 in_order=0
// expect: multicore host_kernels=2
#include "../run/check.h"

enum { N = 70 };
static float a[N][N], b[N][N], c[N][N];

static void as_printed(void)
{
#pragma acc region
    {
#pragma acc for parallel
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
#pragma acc for parallel, vector(32)
                for (int i = 0; i < N; ++i)
                    a[j][i] = a[j][i] + b[k][i] * c[j][k];
    }
}

static void wide(void)
{
#pragma acc region
    {
#pragma acc for parallel
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k)
#pragma acc for parallel, vector(128)
                for (int i = 0; i < N; ++i)
                    a[j][i] = a[j][i] + b[k][i] * c[j][k];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (float)((i + j) % 3), c[i][j] = (float)((i * j) % 5);
    as_printed(), wide();
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            float s = 0;
            for (int k = 0; k < N; k++)
                s += b[k][i] * c[j][k];
            CHECK(a[j][i] == 2 * s);
        }
    return CHECKED();
}
