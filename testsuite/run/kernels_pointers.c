// Plain pointers, of which nothing says that they don't overlap: the program asks before each launch. Where they lie apart
// the kernel is the parallel one.
// launch: kernels_pointers_rows_31 grid=1x50x1 block=32x4x1
// launch: kernels_pointers_axpy_39 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_triad_46 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_sweeps_55 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_old_68 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_old_70 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_clauses_79 grid=2x1x1 block=128x1x1
// launch: kernels_pointers_queued_88 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_automatic_95 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_table_106 grid=1x1x1 block=128x1x1
// launch: kernels_pointers_product_114 grid=1x1x1 block=32x8x1
// launch: kernels_pointers_total_128 grid=2x1x1 block=128x1x1
// launch: kernels_pointers_backwards_140 grid=2x1x1 block=128x1x1
// report: Loop is parallelizable if a and b don't overlap, which is checked at run time
// report: Loop is parallelizable if to and p, to and q don't overlap, which is checked at run time
// report: Loop is parallelizable if q and p, q and to, p and to don't overlap, which is checked at run time
// expect: device kernels=14 in_order=0
// expect: multicore host_kernels=13 in_order=0
#include "check.h"
#include "device.h"
#include <stdlib.h>
#include <string.h>
#define N 200

/* A linear array. */
static void rows(int n, double *a, double *b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 10; j++)
            a[i * 10 + j] += b[i];
}

static void axpy(int n, float a, float *x, float *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

/* Three pointers, one of them written. */
static void triad(int n, int *to, int *p, int *q)
{
    #pragma acc kernels loop
    for (int i = 0; i < n; i++)
        to[i] = p[i] + 3 * q[i];
}

/* The host steps through the outer loop, and asks each time. */
static void sweeps(int n, double *a, double *b)
{
    #pragma acc kernels
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

/* PGI's word. How far each reaches is the greater of two numbers. */
static void old(int n, int m, double *a, double *b)
{
    #pragma acc region
    {
        for (int i = 0; i < n; i++)
            a[i] = b[i] + 1;
        for (int i = 0; i < m; i++)
            a[i] += b[i];
    }
}

/* Under a condition: how far the accesses reach, the clauses tell. */
static void clauses(int n, double *a, double *b)
{
    #pragma acc kernels present(a[0:n], b[0:n])
    for (int i = 0; i < n; i++)
        if (i > 0)
            a[i] = b[i - 1];
}

/* The question is about the pointers of this moment. */
static void queued(int n, double *a, double *b)
{
    #pragma acc kernels async(2)
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
    a = b = 0;
}

static void automatic(int n, double *a, double *b)
{
    #pragma acc parallel loop auto
    for (int i = 0; i < n; i++)
        a[i] = b[i] - 1;
}

static double table_of[N];

/* A pointer may lead into an array. */
static void table(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        table_of[i] = a[i] + a[0];
}

/* Matrices: the inner sum is a thread's own. */
static void product(int n, double *a, double *b, double *c)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* What is summed up besides; all pointers are written. */
static long total(int n, long *p, long *q, long *to)
{
    long sum = 5;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        long t = q[i];
        q[i] = p[i], p[i] = t, to[i] = t + 1;
        sum += t;
    }
    return sum;
}

/* Downwards, in steps; without iterations too. */
static void backwards(int n, int from, double *a, double *b)
{
    #pragma acc kernels
    for (int i = from; i >= n; i -= 2)
        a[i] = b[i - n];
}

int main(void)
{
    double *a = malloc(10 * N * sizeof *a), *b = malloc(N * sizeof *b), c[144], want[N];
    for (int i = 0; i < 10 * N; i++)
        a[i] = i % 7;
    for (int i = 0; i < N; i++)
        b[i] = i % 11;
    rows(N, a, b);
    for (int i = 0; i < 10 * N; i++)
        CHECK(a[i] == i % 7 + i / 10 % 11);

    float x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 1;
    axpy(N, 0.5f, x, y);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1 + 0.5f * i);

    int three[3 * N];
    for (int i = 0; i < 3 * N; i++)
        three[i] = i;
    triad(N, three + N, three, three + 2 * N);
    for (int i = 0; i < N; i++)
        CHECK(three[N + i] == i + 3 * (2 * N + i));

    double line[2 * N];
    for (int i = 0; i < 2 * N; i++)
        line[i] = want[i % N] = i % N % 5;
    sweeps(N, line, line + N);
    for (int t = 0; t < 5; t++) {
        double next[N];
        for (int i = 1; i < N - 1; i++)
            next[i] = 0.5 * (want[i - 1] + want[i + 1]);
        memcpy(want + 1, next + 1, (N - 2) * sizeof *want);
    }
    CHECK(!memcmp(line, want, sizeof want));

    old(100, N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i < 100 ? i % 11 + 1 : i % 7 + i / 10 % 11) + i % 11);
    #pragma acc data copy(a[0:N]) copyin(b[0:N])
    clauses(N, a, b);
    for (int i = 1; i < N; i++)
        CHECK(a[i] == (i - 1) % 11);
    queued(N, a, b);
    #pragma acc wait(2)
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i % 11 * 2);
    automatic(N, a, b);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i % 11 - 1);
    table(N, a);
    for (int i = 0; i < N; i++)
        CHECK(table_of[i] == i % 11 - 2);

    for (int i = 0; i < 144; i++)
        a[i] = i, a[200 + i] = i % 5;
    product(12, a, a + 200, c);
    for (int i = 0; i < 144; i++) {
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += (i / 12 * 12 + k) * ((k * 12 + i % 12) % 5);
        CHECK(c[i] == sum);
    }

    long p[N], q[N], to[N];
    for (int i = 0; i < N; i++)
        p[i] = i, q[i] = 2 * i;
    CHECK(total(N, p, q, to) == 5 + N * (N - 1L));
    for (int i = 0; i < N; i++)
        CHECK(p[i] == 2 * i && q[i] == i && to[i] == 2 * i + 1);

    for (int i = 0; i < 400; i++)
        a[i] = -1;
    backwards(3, 399, a, a + 400);
    for (int i = 0; i < 400; i++)
        CHECK(a[i] == (i >= 3 && i % 2 ? a[400 + i - 3] : -1));
    backwards(3, 1, a, a);
    CHECK(a[1] == -1);
    free(a), free(b);
    return CHECKED();
}
