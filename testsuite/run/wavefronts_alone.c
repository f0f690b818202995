// The same on a device whose blocks can't wait for each other: one block goes through the waves, and the host steps through what several would share.
// run: -O2 -ffp-contract=off
// env: ACCRS_SIM_TOGETHER=0 ACCRS_GPU_TOGETHER=0
// launch: wavefronts_nine_7 grid=1x1x1 block=32x8x1
// launch: wavefronts_around_127 grid=1x1x1 block=256x1x1
// launch: wavefronts_around_130 grid=2x12x1 block=32x4x1
// expect: device kernels=11 in_order=0 together=0
// expect: multicore host_kernels=2 in_order=0
#include "check.h"
#include <string.h>

enum { N = 47, M = 12 };

#define NAME(f) f
#define ACC(x) PRAGMA(acc x)
#include "wavefronts.h"
#undef NAME
#undef ACC
#define NAME(f) plain_##f
#define ACC(x)
#include "wavefronts.h"

static double a[N][N], b[N][N], a2[N][N], b2[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = a2[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = b2[i][j] = i - j;
        }
    nine(6, N, a);
    plain_nine(6, N, a2);
    around(5, N, a, b);
    plain_around(5, N, a2, b2);
    CHECK(!memcmp(a, a2, sizeof a) && !memcmp(b, b2, sizeof b));
    return CHECKED();
}
