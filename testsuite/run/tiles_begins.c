// Loops in order that begin at a variable, in a device's tiles: unsigned ones too, from which one part less would wrap around.
// run: -O1 -ffp-contract=off
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j, with a, b in shared memory, 16 iterations of k at a time
// expect: device kernels=12 in_order=0
// expect: multicore host_kernels=12
// launch: tiles_begins_of_unsigned_25 grid=2x2x1 block=32x4x1
#include "check.h"
#include <stddef.h>
#include <string.h>

enum { N = 70, K = 50 };
static float a[N][K], b[K][N], c[N][N], want[N][N];

#define BOTH(name, T)                                                                          \
    static void name(int n, T from, T to, float (*restrict c)[N], float (*restrict a)[K], float (*restrict b)[N]) \
    {                                                                                          \
        _Pragma("acc kernels copy(c[0:n]) copyin(a[0:n], b[0:K])")                             \
        for (int i = 0; i < n; i++)                                                            \
            for (int j = 0; j < n; j++)                                                        \
                for (T k = from; k < to; k++)                                                  \
                    c[i][j] += a[i][k] * b[k][j];                                              \
    }

BOTH(of_int, int)
BOTH(of_unsigned, unsigned)
BOTH(of_long, long)
BOTH(of_size, size_t)

#define TRY(name, from, to)                                     \
    do {                                                        \
        memset(c, 0, sizeof c);                                 \
        name(N, from, to, c, a, b);                             \
        for (int i = 0; i < N; i++)                             \
            for (int j = 0; j < N; j++) {                       \
                want[i][j] = 0;                                 \
                for (int k = (int)(from); k < (int)(to); k++)   \
                    want[i][j] += a[i][k] * b[k][j];            \
            }                                                   \
        CHECK(!memcmp(c, want, sizeof c));                      \
    } while (0)
#define ALL(name) TRY(name, 0, K); TRY(name, 3, 41); TRY(name, 17, 17)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++) {
            a[i][k] = (float)((i * 7 + k * 3) % 11 - 5);
            b[k][i] = (float)((k * 5 + i) % 13 - 6);
        }
    ALL(of_int);
    ALL(of_unsigned);
    ALL(of_long);
    ALL(of_size);
    return CHECKED();
}
