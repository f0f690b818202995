// Plain pointers in parallel loops: the cores take tiles where the memory that they reach lies apart, and the loops as they are written where it
// doesn't. Rows are independent in both cases, what is in a row only in the first.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=2
// expect: multicore host_kernels=20 in_order=85
// expect: device kernels=20 in_order=12
// report: with c[i*m + j] in registers, where these don't overlap, which is checked at run time: c[0:n*m] and a[0:n*m - 1]; c[0:n*m] and b[0:m*m - m]
#include "check.h"
#include <string.h>
enum { N = 36, M = 44 };

static double x[4 * N * M], y[4 * N * M];

/* A function with a directive before its loops, and the same one without. */
#define BOTH(directive, name, ...)                                         \
    static void name(int n, int m, double *c, double *a, double *b)        \
    {                                                                      \
        PRAGMA(acc directive)                                              \
        __VA_ARGS__                                                        \
    }                                                                      \
    static void name##_plain(int n, int m, double *c, double *a, double *b) \
    {                                                                      \
        __VA_ARGS__                                                        \
    }

/* Calls both on memory that holds the same: whole numbers, so that sums are exact. */
#define SAME(name, n, m, c, a, b)                       \
    do {                                                \
        for (int i = 0; i < 4 * N * M; i++)             \
            x[i] = y[i] = i % 7 - 3 + (i % 5 == 0);     \
        name(n, m, x + (c), x + (a), x + (b));          \
        name##_plain(n, m, y + (c), y + (a), y + (b));  \
        CHECK(!memcmp(x, y, sizeof x));                 \
    } while (0)

BOTH(parallel loop, in_scalar,
     for (int i = 0; i < n; i++)
         for (int j = 0; j < m; j++) {
             double sum = 0;
             for (int k = 0; k < m - 1; k++)
                 sum += a[i * m + k] * b[k * m + j];
             c[i * m + j] = sum * 0.125;
         })

BOTH(parallel loop gang, in_element,
     for (int i = 0; i < n; i++)
         for (int k = 0; k < m - 1; k++)
             for (int j = 0; j < m; j++)
                 c[i * m + j] += a[i * m + k] * b[k * m + j] * 0.125;)

BOTH(parallel loop num_workers(2), first_and_sum,
     for (int i = 0; i < n; i++)
         for (int j = 0; j < m; j++) {
             c[i * m + j] = 0;
             for (int k = 0; k < m - 1; k++)
                 c[i * m + j] += a[i * m + k] * b[k * m + j] * 0.125;
         })

/* Tiles inside of the loop that threads share. */
BOTH(parallel loop, in_batches,
     for (int l = 0; l < n; l++)
         for (int i = 0; i < m / 11; i++)
             for (int j = 0; j < 11; j++)
                 for (int k = 0; k < 10; k++)
                     c[l * 44 + i * 11 + j] += a[l * 44 + i * 11 + k] * b[k * 11 + j] * 0.125;)

#define FIVE(name)                                          \
    do {                                                    \
        SAME(name, N, M, 0, N * M, 2 * N * M);              \
        /* the matrix itself */                             \
        SAME(name, N, M, 0, 0, 2 * N * M);                  \
        /* one element on, which is still of the row */     \
        SAME(name, N, M, 0, 1, 2 * N * M);                  \
        /* the last element of one is the other's first */  \
        SAME(name, 1, M, 0, M - 1, 2 * N * M);              \
        SAME(name, 1, M, M * M - M - 1, 3 * N * M, 0);      \
    } while (0)

int main(void)
{
    FIVE(in_scalar);
    FIVE(in_element);
    FIVE(first_and_sum);
    FIVE(in_batches);
    return CHECKED();
}
