// The slides' table of threads, Jacobi (2048x2048), in all four mappings.
// launch: openuh7_jacobi_g_v_23 grid=2048x1x1 block=128x1x1
// launch: openuh7_jacobi_gv_v_24 grid=1024x1x1 block=128x2x1
// launch: openuh7_jacobi_g_gv_25 grid=16x2046x1 block=128x1x1
// launch: openuh7_jacobi_gv_gv_26 grid=16x1023x1 block=128x2x1
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "../run/check.h"

enum { N = 150 };
static float a[N][N], b[N][N];

#define STEP(name, outer, inner)                                                                                   \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels loop outer)                                                                              \
        for (int i = 1; i < N - 1; i++) {                                                                           \
            PRAGMA(acc loop inner)                                                                                  \
            for (int j = 1; j < N - 1; j++)                                                                         \
                b[i][j] += 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);                         \
        }                                                                                                           \
    }
STEP(g_v, gang(2048), vector(128))
STEP(gv_v, gang(1024) vector(2), vector(128))
STEP(g_gv, gang(2046), gang(16) vector(128))
STEP(gv_gv, gang(1023) vector(2), gang(16) vector(128))

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i * 7 + j * 3) % 11);
    g_v(), gv_v(), g_gv(), gv_gv();
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            CHECK(b[i][j] == a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    return CHECKED();
}
