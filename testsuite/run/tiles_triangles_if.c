// Triangles that a condition makes in loops over rectangles, by `if` or by `continue`: the cores go through products in them in tiles, as through
// triangles of bounds. Where the loops don't begin or end at one number, or more is asked than which of two counters is larger, iterations
// are left out as the text says.
// run: -O2 -ffp-contract=off
// report: the host's cores run it in tiles of 6 iterations of i by 4 of j
// expect: multicore host_kernels=14
// expect: device kernels=14
#include "check.h"
#include <string.h>

enum { N = 90, M = 70 };

static double a[N][M], c[N][N], want[N][N];

static void start(double (*to)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            to[i][j] = (i * 5 + j * 3) % 11 * 0.3;
}

#define SUM                                                                                        \
    double s = 0;                                                                                  \
    for (int k = 0; k < m; k++)                                                                    \
        s += a[i][k] * a[j][k] * 0.7;                                                              \
    to[i][j] = 1.5 * s + 0.5 * to[i][j];

/* A nest with directives and one without: each element gets the same operations in the same order. */
#define NEST(NAME, PRAGMA, TYPE, FIRST, LAST, FROM, UPTO, BODY)                                    \
    static void NAME(int n, int m, double (*restrict a)[m], double (*restrict to)[n])              \
    {                                                                                              \
        _Pragma(PRAGMA)                                                                            \
        for (TYPE i = FIRST; i < LAST; i++)                                                        \
            for (TYPE j = FROM; j < UPTO; j++)                                                     \
                BODY                                                                               \
    }                                                                                              \
    static void NAME##_plain(int n, int m, double (*restrict a)[m], double (*restrict to)[n])      \
    {                                                                                              \
        for (TYPE i = FIRST; i < LAST; i++)                                                        \
            for (TYPE j = FROM; j < UPTO; j++)                                                     \
                BODY                                                                               \
    }

#define COLLAPSED "acc parallel loop gang vector collapse(2) copyin(a[0:n][0:m]) copy(to[0:n][0:n])"

NEST(from_row, COLLAPSED, int, 0, n, 0, n, { if (j >= i) { SUM } })
NEST(behind_row, COLLAPSED, int, 0, n, 0, n, { if (j > i) { SUM } })
NEST(up_to_row, COLLAPSED, int, 0, n, 0, n, { if (j <= i) { SUM } })
NEST(before_row, COLLAPSED, int, 0, n, 0, n, { if (j < i) { SUM } })
NEST(sides_turned, COLLAPSED, int, 0, n, 0, n, { if (i >= j) { SUM } })
NEST(left_out, COLLAPSED, int, 0, n, 0, n, { if (j > i) continue; SUM })
NEST(left_out_in_braces, COLLAPSED, int, 3, n, 3, n, { if (i > j) { continue; } SUM })
NEST(whole_numbers, COLLAPSED, unsigned long, 0, (unsigned long)n, 0, (unsigned long)n, { if (j <= i) { SUM } })
/* These stay rectangles with a condition. */
NEST(other_beginnings, COLLAPSED, int, 0, n, 5, n, { if (j >= i) { SUM } })
NEST(other_ends, COLLAPSED, int, 0, n, 0, n - 20, { if (j <= i) { SUM } })
NEST(with_an_offset, COLLAPSED, int, 0, n, 0, n, { if (j >= i + 2) { SUM } })
NEST(and_more, COLLAPSED, int, 0, n, 0, n, { if (j >= i && j % 3) { SUM } })
NEST(with_an_else, COLLAPSED, int, 0, n, 0, n, { if (j >= i) { SUM } else to[i][j] = 7; })
NEST(narrow_counters, COLLAPSED, short, 0, n, 0, n, { if (j >= i) { SUM } })

#define BOTH(NAME)                                                                                 \
    do {                                                                                           \
        start(c);                                                                                  \
        start(want);                                                                               \
        NAME(N, M, a, c);                                                                          \
        NAME##_plain(N, M, a, want);                                                               \
        CHECK(memcmp(c, want, sizeof c) == 0);                                                     \
    } while (0)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            a[i][k] = (i * 7 + k * 13) % 31 / 7.0;
    BOTH(from_row);
    BOTH(behind_row);
    BOTH(up_to_row);
    BOTH(before_row);
    BOTH(sides_turned);
    BOTH(left_out);
    BOTH(left_out_in_braces);
    BOTH(whole_numbers);
    BOTH(other_beginnings);
    BOTH(other_ends);
    BOTH(with_an_offset);
    BOTH(and_more);
    BOTH(with_an_else);
    BOTH(narrow_counters);
    return CHECKED();
}
