// The slides' table of threads, the stencil (512x512x64), in the three mappings of three loops.
// launch: openuh7_stencil_g_gv_v_25 grid=510x255x1 block=128x2x1
// launch: openuh7_stencil_v_gv_gv_26 grid=16x255x1 block=64x4x2
// launch: openuh7_stencil_v_gv_g_27 grid=62x255x1 block=128x2x1
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "../run/check.h"

enum { X = 20, Y = 22, Z = 24 };
static float a[X][Y][Z], b[X][Y][Z];

#define STEP(name, outer, middle, inner)                                                                           \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels loop outer)                                                                              \
        for (int i = 1; i < X - 1; i++) {                                                                           \
            PRAGMA(acc loop middle)                                                                                 \
            for (int j = 1; j < Y - 1; j++) {                                                                       \
                PRAGMA(acc loop inner)                                                                              \
                for (int k = 1; k < Z - 1; k++)                                                                     \
                    b[i][j][k] += a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]; \
            }                                                                                                       \
        }                                                                                                           \
    }
STEP(g_gv_v, gang(510), gang(255) vector(2), vector(128))
STEP(v_gv_gv, vector(2), gang(255) vector(4), gang(16) vector(64))
STEP(v_gv_g, vector(128), gang(255) vector(2), gang(62))

int main(void)
{
    for (int i = 0; i < X; i++)
        for (int j = 0; j < Y; j++)
            for (int k = 0; k < Z; k++)
                a[i][j][k] = (float)((i * 7 + j * 3 + k) % 11);
    g_gv_v(), v_gv_gv(), v_gv_g();
    for (int i = 1; i < X - 1; i++)
        for (int j = 1; j < Y - 1; j++)
            for (int k = 1; k < Z - 1; k++)
                CHECK(b[i][j][k] == 3 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]));
    return CHECKED();
}
