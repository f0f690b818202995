// Algorithm 6: what an iteration loads for several iterations of the parallel loop is loaded once, in a loop that isn't a plain sum of products.
// expect: device kernels=1
// launch: jit4gpu6_unroll_sums_14 grid=7x7x1 block=32x4x1
// report: in tiles of 64 iterations of i by 64 of j, with a, b in shared memory
#include "../run/check.h"
#include <math.h>

enum { N = 400, M = 400 };
static float a[N][M], b[M][M], c[N][M];

static void sums(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            float s = 0;
            for (int k = 0; k < M; k++)
                s += a[i][k] * fabsf(b[k][j]);
            c[i][j] = s;
        }
}

int main(void)
{
    for (int k = 0; k < M; k++) {
        for (int i = 0; i < N; i++)
            a[i][k] = (float)((i + k) % 5);
        for (int j = 0; j < M; j++)
            b[k][j] = (float)((k * 3 + j) % 7 - 3);
    }
    sums();
    for (int i = 0; i < N; i += 7)
        for (int j = 0; j < M; j++) {
            float s = 0;
            for (int k = 0; k < M; k++)
                s += a[i][k] * fabsf(b[k][j]);
            CHECK(c[i][j] == s);
        }
    return CHECKED();
}
