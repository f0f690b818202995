// Raising: a matrix product by pointers to rows, and by pointers that walk along a row and down a column.
// expect: device kernels=3 in_order=0
// expect: multicore host_kernels=3 in_order=0
// launch: rstream2_pointers_rows_15 grid=2x2x1 block=32x8x1
// launch: rstream2_pointers_walk_30 grid=2x2x1 block=32x8x1
// launch: rstream2_pointers_copy_49 block=128x1x1
#include "../run/check.h"

enum { N = 70 };
static double a[N * N], b[N * N], c[N * N], want[N * N];

static void rows(int n, const double *restrict x, const double *restrict y, double *restrict z)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        const double *row = x + i * n;
        double *to = z + i * n;
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += row[k] * y[k * n + j];
            to[j] = s;
        }
    }
}

static void walk(int n, const double *restrict x, const double *restrict y, double *restrict z)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            const double *p = x + i * n, *q = y + j;
            for (int k = 0; k < n; k++) {
                s += *p * *q;
                p++;
                q += n;
            }
            z[i * n + j] = s;
        }
}

static void copy(int n, const double *restrict x, double *restrict z)
{
#pragma acc kernels
    {
        const double *p = x;
        double *q = z;
        for (int i = 0; i < n; i++)
            *q++ = 2 * *p++;
    }
}

static void check(void)
{
    for (int i = 0; i < N * N; i++) {
        CHECK(c[i] == want[i]);
        c[i] = -1;
    }
}

int main(void)
{
    for (int i = 0; i < N * N; i++)
        a[i] = i % 7, b[i] = i % 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                want[i * N + j] += a[i * N + k] * b[k * N + j];
    rows(N, a, b, c), check();
    walk(N, a, b, c), check();
    copy(N * N, a, c);
    for (int i = 0; i < N * N; i++)
        CHECK(c[i] == 2 * a[i]);
    return CHECKED();
}
