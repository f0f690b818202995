// Where memory overlaps, one thread does in order what tiles do elsewhere: also with counters and scalars from before the loops, of which tiles have
// their own, and with the loop in order outside.
// run: -O2 -ffp-contract=off
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j
// report: the device's blocks run it in tiles of 32 iterations of i by 32 of j
// launch: tiles_in_order_product_20_in_order grid=1x1x1 block=1x1x1
// launch: tiles_in_order_outside_35_in_order grid=1x1x1 block=1x1x1
// launch: tiles_in_order_turned_46_in_order grid=1x1x1 block=1x1x1
// expect: device kernels=6 in_order=3
#include "check.h"
#include <string.h>

enum { N = 70 };

static void product(long n, const double *a, const double *b, double *c)
{
    int i, j, k;
    double s, f;
#pragma acc kernels
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            s = 0;
            for (k = 0; k < n; k++) {
                f = a[i * n + k];
                s += f * b[k * n + j];
            }
            c[i * n + j] = s;
        }
}

static void outside(long n, const double *a, const double *b, double *c)
{
    int i, j, k;
#pragma acc kernels
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void turned(long n, const double *a, double *b)
{
    int i, j;
    double twice;
#pragma acc kernels
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            twice = 2 * a[i * n + j];
            b[j * n + i] = twice;
        }
}

static double memory[2][4 * N * N];

/* The same without directives. */
static void plain(long n, double *m)
{
    double *a = m, *b = m + n, *c = m + 2 * n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j * n + i] = 2 * a[i * n + j];
}

static void both(long n, long by, int times)
{
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 4 * N * N; i++)
            memory[c][i] = i % 7 == 3 && i % times == 0;
    double *m = memory[0];
    product(n, m, m + by, m + 2 * by);
    outside(n, m, m + by, m + 2 * by);
    turned(n, m, m + by);
}

int main(void)
{
    both(N, N * N, 1);
    both(4, 4, 2);
    plain(4, memory[1]);
    CHECK(!memcmp(memory[0], memory[1], sizeof memory[0]));
    return CHECKED();
}
