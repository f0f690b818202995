// Plain pointers that lead to memory which overlaps: each construct does what its loops do in order, to the last bit. The same
// text without directives says what that is.
// launch: kernels_pointers_overlap_shift_42_in_order grid=1x1x1 block=1x1x1
// launch: kernels_pointers_overlap_shift_42 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_overlap_rows_51 grid=1x30x1 block=32x4x1
// launch: kernels_pointers_overlap_columns_79_in_order grid=1x1x1 block=1x1x1
// expect: device kernels=41 in_order=34
// expect: multicore host_kernels=36 in_order=33
#include "check.h"
#include <math.h>
#include <string.h>
#define N 120

/* A function with a directive before its loops, and the same one without. */
#define BOTH(directive, name, before, after, ...)               \
    static void name(int n, double *a, double *b)               \
    {                                                           \
        before;                                                 \
        PRAGMA(acc directive)                                   \
        __VA_ARGS__                                             \
        after;                                                  \
    }                                                           \
    static void name##_plain(int n, double *a, double *b)       \
    {                                                           \
        before;                                                 \
        __VA_ARGS__                                             \
        after;                                                  \
    }

static double x[4 * N], y[4 * N];

/* Calls both on memory that holds the same. */
#define SAME(name, n, a, b)                          \
    do {                                             \
        for (int i = 0; i < 4 * N; i++)              \
            x[i] = y[i] = sqrt(i + 2) / 3;           \
        name(n, x + (a), x + (b));                   \
        name##_plain(n, y + (a), y + (b));           \
        CHECK(!memcmp(x, y, sizeof x));              \
    } while (0)

BOTH(kernels, shift, , ,
     for (int i = 0; i < n; i++)
         a[i] = b[i] + 0.1;)

BOTH(kernels, turn, , ,
     for (int i = 0; i < n; i++)
         a[i] = 0.7 * b[n - 1 - i];)

/* The textbook's: a linear array, and a shorter one. */
BOTH(region, rows, , ,
     for (int i = 0; i < n; i++)
         for (int j = 0; j < 3; j++)
             a[i * 3 + j] += b[i];)

BOTH(kernels loop, down, , ,
     for (int i = n; i > 0; i -= 3)
         a[i - 1] = b[i] - b[i - 1];)

/* With the function's own variables, one of which is asked for behind the loop. */
BOTH(kernels, older, int i; int j, a[0] += i,
     for (i = 0; i < n; i++)
         for (j = 0; j < 4; j++)
             a[i * 4 + j] = 2 * b[i * 4 + j];)

BOTH(kernels loop collapse(2), older_collapsed, int i; int j,,
     for (i = 0; i < n; i++)
         for (j = 0; j < 4; j++)
             a[i * 4 + j] = 3 * b[i * 4 + j];)

BOTH(kernels, inside, , ,
     for (int i = 0; i < n; i++) {
         int j;
         for (j = 0; j < 4; j++)
             a[i * 4 + j] = 5 * b[i * 4 + j];
     })

/* Along columns: what the device turns around, the version in order doesn't. */
BOTH(kernels, columns, , ,
     for (int j = 0; j < 10; j++)
         for (int i = 0; i < n; i++)
             a[i * 10 + j] = b[i * 10 + j] + 0.5 * b[0];)

BOTH(kernels loop collapse(2) private(t), collapsed, double t, ,
     for (int i = 0; i < n; i++)
         for (int j = 0; j < 8; j++) {
             t = b[8 * i + j];
             a[8 * i + j] = t * t;
         })

BOTH(parallel loop auto, automatic, , ,
     for (int i = 0; i < n; i++)
         a[i] = b[i] / 3;)

/* The host steps through the outer loop. */
BOTH(kernels, sweeps, , ,
     for (int t = 0; t < 3; t++) {
         for (int i = 1; i < n - 1; i++)
             b[i] = 0.5 * (a[i - 1] + a[i + 1]);
         for (int i = 1; i < n - 1; i++)
             a[i] = b[i];
     })

/* What nobody but the compiler sees to be a sum. */
BOTH(kernels, summed, double s = 0; double last = 0, a[0] = s + last,
     for (int i = 0; i < n; i++) {
         double t = b[i];
         a[i] = 1.1 * t;
         s += t;
         if (t > last)
             last = t;
     })

/* Two of three overlap. */
BOTH(kernels, three, double *c = b + n, ,
     for (int i = 0; i < n; i++)
         c[i] = a[i] + b[i];)

BOTH(kernels async(3), queued, , PRAGMA(acc wait(3)),
     for (int i = 0; i < n; i++)
         a[i] = b[i] + 0.3;)

/* In place, as nobody should. */
BOTH(kernels, product, , ,
     for (int i = 0; i < n; i++)
         for (int j = 0; j < n; j++) {
             double s = 0;
             for (int k = 0; k < n; k++)
                 s += a[i * n + k] * b[k * n + j];
             a[i * n + j] = s;
         })

int main(void)
{
    /* Upwards, downwards, the same memory, one element in common, none. */
    SAME(shift, N, 1, 0);
    SAME(shift, N, 0, 1);
    SAME(shift, N, 5, 5);
    SAME(shift, N, N - 1, 0);
    SAME(shift, N, 0, N - 1);
    SAME(shift, N, N, 0);
    SAME(shift, N, 0, N);
    SAME(shift, 0, 5, 5);
    SAME(turn, N, 0, 0);
    SAME(turn, N, 7, 0);
    SAME(rows, N, 0, 0);
    SAME(rows, N, 0, N);
    SAME(rows, N, 0, 3 * N - 1);
    SAME(rows, N, 0, 3 * N);
    SAME(down, N, 1, 0);
    SAME(down, N, 0, 1);
    SAME(older, 50, 3, 0);
    SAME(older, 50, 200, 0);
    SAME(older_collapsed, 50, 3, 0);
    SAME(inside, 50, 3, 0);
    SAME(columns, 12, 1, 0);
    SAME(columns, 12, 0, 0);
    SAME(collapsed, 15, 3, 0);
    SAME(automatic, N, 1, 0);
    SAME(sweeps, N, 0, 3);
    SAME(summed, N, 1, 0);
    SAME(three, N, 1, 0);
    SAME(three, N, N + 1, 0);
    SAME(queued, N, 1, 0);
    SAME(product, 9, 0, 0);
    SAME(product, 9, 4, 0);

    /* The data are on the device from before: the host's copies aren't what counts. */
    for (int i = 0; i < 4 * N; i++)
        x[i] = y[i] = i;
    #pragma acc data copy(x)
    {
        #pragma acc parallel loop present(x)
        for (int i = 0; i < 4 * N; i++)
            x[i] += 1;
        shift(N, x + 1, x);
        shift(N, x + 2 * N, x + 2 * N);
        shift(N, x + 3 * N, x);
        turn(N, x + N, x);
    }
    for (int i = 0; i < 4 * N; i++)
        y[i] += 1;
    shift_plain(N, y + 1, y);
    shift_plain(N, y + 2 * N, y + 2 * N);
    shift_plain(N, y + 3 * N, y);
    turn_plain(N, y + N, y);
    CHECK(!memcmp(x, y, sizeof x));
    return CHECKED();
}
