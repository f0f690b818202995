// Sums of other lengths in each row, or each column, in a device's tiles: triangular matrices times full ones, from either side, below and above the diagonal, with and without it; a triangle of such sums; rows whose elements nobody touches. What comes out is what plain C leaves, bit for bit.
// run: -O2 -ffp-contract=off
// again: ACCRS_GPU_CC=80
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j, with a, b in shared memory, 16 iterations of k at a time
// expect: device kernels=27
#include "check.h"
#include <stdlib.h>
#include <string.h>

#define BOTH(name, T, BODY)                                                                        \
    static void name(int n, int m, const T *a, const T *b, T *c)                                   \
    {                                                                                              \
        _Pragma("acc kernels copyin(a[0:n*n], b[0:n*m]) copy(c[0:n*m])")                           \
        BODY                                                                                       \
    }                                                                                              \
    __attribute__((noinline)) static void plain_##name(int n, int m, const T *a, const T *b, T *c) \
    {                                                                                              \
        BODY                                                                                       \
    }

BOTH(lower, double,
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * n + k] * b[k * m + j];
    )

/* The first row has no sum, and its elements may be anything. */
BOTH(below, float,
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * n + k] * b[k * m + j];
    )

BOTH(upper, float,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = i; k < n; k++)
                s += a[i * n + k] * b[k * m + j];
            c[i * m + j] = s;
        }
    )

BOTH(turned, int,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            int s = 3;
            for (int k = i + 1; k < n; k++)
                s += a[k * n + i] * b[k * m + j];
            c[i * m + j] = s;
        }
    )

/* The triangle is on the right: columns have other lengths. */
BOTH(right, double,
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = j; k < n; k++)
                s += b[i * n + k] * a[k * n + j];
            c[i * n + j] = s;
        }
    )

BOTH(right_below, float,
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < j; k++)
                c[i * n + j] += b[i * n + k] * a[j * n + k];
    )

BOTH(falling, double,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n - i; k++)
                c[i * m + j] -= a[i * n + k] * b[k * m + j];
    )

/* A triangle times its transpose. */
BOTH(square, float,
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            float s = b[i];
            for (int k = 0; k <= i; k++)
                s += a[i * n + k] * a[j * n + k];
            c[i * n + j] = s + m;
        }
    )

/* The band of a matrix: both bounds depend on the row, for which there are no tiles. */
BOTH(band, double,
    for (int i = 2; i < n - 2; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = i - 2; k < i + 3; k++)
                s += a[i * n + k] * b[k * m + j];
            c[i * m + j] = s;
        }
    )

#define TRY(name, T, n, m)                                                                        \
    do {                                                                                          \
        size_t of_a = (size_t)(n) * (n), of_b = (size_t)(n) * (m);                                \
        T *a = malloc(of_a * sizeof *a), *b = malloc(of_b * sizeof *b), *c = malloc(of_b * sizeof *c), *w = malloc(of_b * sizeof *w); \
        for (size_t at = 0; at < of_a; at++)                                                      \
            a[at] = (T)((at * 37 % 101) * 0.25);                                                  \
        for (size_t at = 0; at < of_b; at++) {                                                    \
            b[at] = (T)((at * 29 % 67) * 0.5);                                                    \
            c[at] = w[at] = (T)(at % 23);                                                         \
        }                                                                                         \
        name(n, m, a, b, c);                                                                      \
        plain_##name(n, m, a, b, w);                                                              \
        CHECK(!memcmp(c, w, of_b * sizeof *c));                                                   \
        free(a);                                                                                  \
        free(b);                                                                                  \
        free(c);                                                                                  \
        free(w);                                                                                  \
    } while (0)
#define SIZES(name, T)           \
    do {                         \
        TRY(name, T, 150, 151);  \
        TRY(name, T, 66, 70);    \
        TRY(name, T, 19, 64);    \
    } while (0)

int main(void)
{
    SIZES(lower, double);
    SIZES(below, float);
    SIZES(upper, float);
    SIZES(turned, int);
    SIZES(right, double);
    SIZES(right_below, float);
    SIZES(falling, double);
    SIZES(square, float);
    SIZES(band, double);
    return CHECKED();
}
