// Columns that begin at an unsigned `i - 1`, which is no small number for i = 0, and such as end at a number that goes up and down: no tile of a device has the columns of
// one of its rows for all of them.
// run: -O1 -ffp-contract=off
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <string.h>

enum { N = 150, K = 20 };
static double a[N][K], c[N][N], want[N][N];

#define SUMS                                     \
    for (unsigned k = 0; k < m; k++)             \
        c[i][j] += a[i][k] * a[j][k];
#define WRAPPED(c)                               \
    for (unsigned i = 0; i < n; i++)             \
        for (unsigned j = i - 1; j < n; j++)     \
            SUMS
#define NARROW(c)                                \
    for (unsigned i = 0; i < n; i++)             \
        for (unsigned j = 0; j < (unsigned char)(i * 2); j++) \
            if (j < n)                           \
                SUMS
#define UNEVEN(c)                                \
    for (unsigned i = 0; i < n; i++)             \
        for (unsigned j = 0; j < i / 2 - i / 3; j++) \
            SUMS

#define BOTH(name, NEST)                                                                     \
    static void name(unsigned n, unsigned m, double (*restrict c)[N], double (*restrict a)[K]) \
    {                                                                                        \
        _Pragma("acc kernels copy(c[0:N]) copyin(a[0:N])")                                   \
        NEST(c)                                                                              \
    }                                                                                        \
    __attribute__((noinline)) static void plain_##name(unsigned n, unsigned m, double (*c)[N], double (*a)[K]) \
    {                                                                                        \
        NEST(c)                                                                              \
    }

BOTH(wrapped, WRAPPED)
BOTH(narrow, NARROW)
BOTH(uneven, UNEVEN)

#define TRY(name)                           \
    name(N, K, c, a);                       \
    plain_##name(N, K, want, a);            \
    CHECK(!memcmp(c, want, sizeof c))

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            a[i][k] = (i * 3 + k * 5) % 17 - 8;
    TRY(wrapped);
    TRY(narrow);
    TRY(uneven);
    return CHECKED();
}
