// The numbers of the slides' figures: gang(3), vector(4), gang(2) vector(4) of one loop, and of two gang(3) vector(2) around vector(4).
// launch: openuh5_basic_counts_gangs_33 grid=3x1x1 block=1x1x1
// launch: openuh5_basic_counts_lanes_34 grid=1x1x1 block=4x1x1
// launch: openuh5_basic_counts_both_35 grid=2x1x1 block=4x1x1
// launch: openuh5_basic_counts_g_v_36 grid=3x1x1 block=4x1x1
// launch: openuh5_basic_counts_gv_v_37 grid=3x1x1 block=4x2x1
// launch: openuh5_basic_counts_g_gv_38 grid=3x2x1 block=4x1x1
// launch: openuh5_basic_counts_gv_gv_39 grid=3x2x1 block=4x2x1
// expect: device kernels=7
// expect: multicore host_kernels=7
#include "../run/check.h"

enum { N = 29 };
static int a[N], b[N][N];

#define ONE(name, levels)                                                                                          \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels loop levels)                                                                             \
        for (int i = 2; i < N; i++)                                                                                 \
            a[i] += i;                                                                                              \
    }
#define TWO(name, outer, inner)                                                                                    \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc kernels loop outer)                                                                              \
        for (int i = 2; i < N; i++) {                                                                               \
            PRAGMA(acc loop inner)                                                                                  \
            for (int j = 1; j < N; j++)                                                                             \
                b[i][j] += i - j;                                                                                   \
        }                                                                                                           \
    }
ONE(gangs, gang(3))
ONE(lanes, vector(4))
ONE(both, gang(2) vector(4))
TWO(g_v, gang(3), vector(4))
TWO(gv_v, gang(3) vector(2), vector(4))
TWO(g_gv, gang(2), gang(3) vector(4))
TWO(gv_gv, gang(2) vector(2), gang(3) vector(4))

int main(void)
{
    gangs(), lanes(), both(), g_v(), gv_v(), g_gv(), gv_gv();
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == (i < 2 ? 0 : 3 * i));
        for (int j = 0; j < N; j++)
            CHECK(b[i][j] == (i < 2 || j < 1 ? 0 : 4 * (i - j)));
    }
    return CHECKED();
}
