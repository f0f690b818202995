// Bounds that a narrower type cuts off: what it keeps of a number that doesn't change is a number like any other. Sections are found by them, without a scan.
// report: copyin(y[0:(int)n])
// report: copyin(y[1:up to (int)m + 1]) [inferred: reads y[i + 1], 0 <= i < (int)m
// expect: device kernels=9 uploads=10 upload_bytes=22304
#include "check.h"
#include <stddef.h>

enum { N = 100, M = 50 };

static void add(size_t n, double *x, const double *y)
{
#pragma acc kernels
    for (int i = 0; i < (int)n; i++)
        x[i] += y[i];
}

static void shifted(long m, double *restrict x, const double *restrict y)
{
#pragma acc kernels
    for (int i = 0; i < (int)m; i++)
        x[i] = y[i + 1] - x[i];
}

static void bytes(unsigned n, short k, double *restrict x, const double *restrict y)
{
#pragma acc parallel loop
    for (int i = (signed char)k; i < (unsigned char)n; i++)
        x[i + 7] = 2 * y[i + 7];
}

/* Rows whose length is cut off, and a pitch that isn't. */
static void rows(size_t n, size_t m, size_t pitch, double *restrict a)
{
#pragma acc kernels
    for (int i = 0; i < (int)n; i++)
        for (int j = 0; j < (int)m; j++)
            a[i * (int)pitch + j] += i;
}

/* The number changes: with the loop around, and between the loops. */
static void triangle(long n, double *restrict a)
{
#pragma acc kernels
    for (long k = 0; k < n; k++)
        for (int j = 0; j < (int)k; j++)
            a[k * N + j] = k - j;
}

static void changing(long n, double *restrict x, double *restrict y)
{
#pragma acc kernels copy(x[0:N], y[0:N])
    {
        for (int i = 0; i < (int)n; i++)
            x[i] += 1;
        n = n - 30;
        for (int i = 0; i < (int)n; i++)
            y[i] += x[i];
    }
}

int main(void)
{
    static double x[N], y[N + 1], a[N * N], b[N * N];
    const size_t far = (size_t)1 << 32;
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int i = 0; i <= N; i++)
        y[i] = 3 * i;
    add(far + 40, x, y);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == (i < 40 ? 4 * i : i));
    add(far - 3, x, y);
    CHECK(x[0] == 0 && x[1] == 4);

    shifted((long)far + M, x, y);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == (i < M ? 3 * (i + 1) - (i < 40 ? 4 * i : i) : i));

    bytes(0xff05, 0x1fd, x, y);
    for (int i = -3; i < 5; i++)
        CHECK(x[i + 7] == 6 * (i + 7));
    CHECK(x[3] == 3 * 4 - 12 && x[12] == 39 - 48);

    for (int i = 0; i < N * N; i++)
        a[i] = b[i] = i % 13;
    rows(far + 20, far + 10, far + 30, a);
    for (int i = 0; i < N * N; i++)
        CHECK(a[i] == b[i] + (i < 600 && i % 30 < 10 ? i / 30 : 0));

    triangle(20, a);
    for (int k = 0; k < 20; k++)
        for (int j = 0; j < k; j++)
            CHECK(a[k * N + j] == k - j);
    CHECK(a[20 * N] == b[20 * N]);

    for (int i = 0; i < N; i++)
        x[i] = y[i] = i;
    changing((long)far + 60, x, y);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == i + (i < 60));
    for (int i = 0; i < 30; i++)
        CHECK(y[i] == i + x[i]);
    return CHECKED();
}
