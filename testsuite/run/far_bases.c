// Loops that begin at a variable which may be anywhere in 64 bits, over elements of which it is taken away: near 0, and near both ends. Tiles, wavefronts,
// slices and other orders count with sums of such numbers, which must not overflow.
// run: -O2 -w
// expect: device kernels>=30
// expect: multicore host_kernels=30
#include "check.h"
#include <limits.h>
#include <string.h>
#define N 24

struct data {
    long a[N + 4][N + 4];
    double b[N][N], c[N][N], v[N + 2];
};

static struct data one, other;

#define EACH(v, from, to) for (long v = (from); v < (to); v++)

#define BODY(DIRECTIVE, NAME, D)                                                                                            \
    __attribute__((noinline)) static void NAME(long low, long high, long left, long right)                                  \
    {                                                                                                                       \
        DIRECTIVE EACH(i, low + 2, high) EACH(j, left + 2, right)                                                           \
            D.a[i - low][j - left] = (D.a[i - low - 1][j - left] + D.a[i - low][j - left - 1]) % 1009;                      \
        DIRECTIVE EACH(i, low + 2, high) EACH(j, left + 2, right)                                                           \
            D.a[i - low][j - left] += D.a[i - low - 2][j - left - 1] % 7;                                                   \
        DIRECTIVE EACH(i, low, high) EACH(j, left, right) EACH(k, 0, 4)                                                     \
            D.a[i - low + 1][j - left + 1] =                                                                                \
                (D.a[i - low][j - left + 2] + D.a[i - low + 1][j - left] + k + D.a[i - low][j - left]) % 1009;              \
        DIRECTIVE EACH(i, low, high) EACH(j, left, right) EACH(k, low, high)                                                \
            D.c[i - low][j - left] += D.b[i - low][k - low] * D.b[k - low][j - left];                                       \
        DIRECTIVE EACH(i, low, high) EACH(j, low, i) D.v[i - low] -= D.b[i - low][j - low] * D.v[j - low] * 0.0009765625;   \
    }

BODY(PRAGMA(acc kernels), with, one)
BODY(, without, other)

static void both(long low, long left)
{
    with(low, low + N, left, left + N);
    without(low, low + N, left, left + N);
    CHECK(!memcmp(&one, &other, sizeof one));
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        one.v[i] = i % 7;
        for (int j = 0; j < N; j++) {
            one.b[i][j] = (i * j + 1) % 17;
            one.c[i][j] = i - j;
            one.a[i][j] = i * j + 1;
        }
    }
    other = one;
    both(0, 0);
    both(LONG_MAX - N - 3, LONG_MAX - N - 3);
    both(LONG_MAX - N - 3, LONG_MIN + 3);
    both(LONG_MIN + 3, LONG_MAX - N - 3);
    both(LONG_MIN + 3, LONG_MIN + 3);
    both(LONG_MAX / 2, LONG_MAX / 2 + 5);
    return CHECKED();
}
