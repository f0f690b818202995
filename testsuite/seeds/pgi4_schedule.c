// Without a loop directive the compiler chooses the schedule: tiles in shared memory for a product whose loops stand in any order.
// report: the device's blocks run it in tiles of 64 iterations of j by 64 of i, with b, c in shared memory
// launch: pgi4_schedule_jki_21 grid=7x7x1 block=32x4x1
// launch: pgi4_schedule_ijk_22 grid=7x7x1 block=32x4x1
// launch: pgi4_schedule_kji_23 grid=7x7x1 block=32x4x1
// expect: device kernels=3 in_order=0
#include "../run/check.h"

enum { N = 390 };
static float a[N][N], b[N][N], c[N][N];

#define LOOP(v) for (int v = 0; v < N; v++)
#define PRODUCT(name, x, y, z)                                                                                     \
    static void name(void)                                                                                          \
    {                                                                                                               \
        PRAGMA(acc region)                                                                                          \
        {                                                                                                           \
            LOOP(x) LOOP(y) LOOP(z) a[j][i] = a[j][i] + b[k][i] * c[j][k];                                          \
        }                                                                                                           \
    }
PRODUCT(jki, j, k, i)
PRODUCT(ijk, i, j, k)
PRODUCT(kji, k, j, i)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = (float)((i + j) % 3), c[i][j] = (float)((i * j) % 5);
    jki(), ijk(), kji();
    for (int j = 0; j < N; j += 13)
        LOOP(i) {
            float s = 0;
            LOOP(k) s += b[k][i] * c[j][k];
            CHECK(a[j][i] == 3 * s);
        }
    return CHECKED();
}
