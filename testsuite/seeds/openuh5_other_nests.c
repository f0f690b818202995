// Nestings that the slides don't list, which an implementation of them meets: gangs inside of gangs, lanes around gangs, three gang loops, workers.
// expect: device kernels=7
// expect: multicore host_kernels>=7
#include "../run/check.h"

enum { X = 13, Y = 17, Z = 19 };
static int a[X][Y][Z];

#define NEST(name, x, y, z)                                                                                        \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels loop x)                                                                                  \
        for (int i = 0; i < X; i++) {                                                                               \
            PRAGMA(acc loop y)                                                                                      \
            for (int j = 0; j < Y; j++) {                                                                           \
                PRAGMA(acc loop z)                                                                                  \
                for (int k = 0; k < Z; k++)                                                                         \
                    a[i][j][k] += i * 10000 + j * 100 + k;                                                          \
            }                                                                                                       \
        }                                                                                                           \
    }
NEST(gv_g, gang vector, gang, seq)
NEST(g_g, gang, gang, independent)
NEST(g_g_g, gang, gang, gang)
NEST(v_gv, vector, gang vector, seq)
NEST(gv_gv_gv, gang vector(2), gang vector(2), gang vector(16))
NEST(gw_v, gang worker(4), vector, seq)
NEST(g_w_v, gang, worker, vector)

int main(void)
{
    gv_g(), g_g(), g_g_g(), v_gv(), gv_gv_gv(), gw_v(), g_w_v();
    for (int i = 0; i < X; i++)
        for (int j = 0; j < Y; j++)
            for (int k = 0; k < Z; k++)
                CHECK(a[i][j][k] == 7 * (i * 10000 + j * 100 + k));
    return CHECKED();
}
