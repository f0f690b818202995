// Sections of pointers whose accesses stand under conditions, or in loops whose bounds depend on each other, hold what is touched and no more: each
// array is as long as that.
// expect: device kernels>=8 uploads=11 upload_bytes=1240 downloads=7 download_bytes=832
// expect: multicore host_kernels=8
#include "check.h"
#include <stdlib.h>

/* The inner loop runs for the first few i alone. */
static void triangle(int n, double *restrict a)
{
#pragma acc kernels
    for (int i = 2; i < n; i++)
        for (int j = i; j < 4; j++) a[i - 2] += j;
}

static void guarded(int n, int m, double *restrict b, const double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (i < m && i % 2 == 0) b[i] = c[i + 1];
}

static void skipped(int n, int m, double *restrict b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (i >= m) continue;
        b[i] += 1;
    }
}

static void divided(int n, double *restrict b, const double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) b[i / 2] += c[i % 8];
}

static void clipped(int n, int m, double *restrict b, const double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < (n < m ? n : m); i++) b[i] += c[i > 3 ? i - 3 : 0];
}

/* The last row has no element behind the diagonal, so the row behind it isn't read. */
static void linear(int n, double *restrict t)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) t[i * n + j] = t[(i + 1) * n + j] + 1;
}

static double *array(int n)
{
    double *a = malloc(sizeof *a * (size_t)n);
    for (int i = 0; a && i < n; i++) a[i] = i;
    return a;
}

int main(void)
{
    double *a = array(2);
    triangle(1000000, a);
    CHECK(a[0] == 5 && a[1] == 4);

    double *b = array(9), *c = array(10);
    guarded(100000, 10, b, c);
    CHECK(b[8] == 9 && b[7] == 7 && b[0] == 1);
    skipped(100000, 9, b);
    CHECK(b[8] == 10 && b[0] == 2);
    divided(17, b, c);
    CHECK(b[8] == 10 && b[7] == 8 + 6 + 7 && b[0] == 3);

    double *d = array(20), *e = array(17);
    clipped(20, 30, d, e);
    CHECK(d[19] == 35 && d[2] == 2);
    clipped(30, 20, d, e);
    CHECK(d[19] == 51);
    /* Nothing is touched, and nothing is there. */
    clipped(-5, 20, 0, 0);
    double *t = array(36);
    linear(6, t);
    CHECK(t[1] == 8 && t[5] == 12 && t[29] == 36 && t[35] == 35);
    free(t);
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    return 0;
}
