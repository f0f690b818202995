// Kernels that store last have __restrict__ pointers whatever these lead to: an iteration that finds the same memory behind two of them still reads before it writes.
// Where a store comes before a read, they haven't.
// expect: sim kernels=9
// expect: device kernels=9
#include "check.h"
enum { N = 70000 };
static double a[N], b[N], c[N];

static void saxpy(int n, double f, double *x, double *y)
{
#pragma acc parallel loop present(x[0:n], y[0:n])
    for (int i = 0; i < n; i++) y[i] = f * x[i] + y[i];
}
static void with_a_temporary(int n, double *x, double *y)
{
    int i;
    double t;
#pragma acc parallel loop private(t) present(x[0:n], y[0:n])
    for (i = 0; i < n; i++) {
        t = x[i];
        if (t > 3) t += y[i];
        y[i] = t * x[i];
    }
}
static void reads_behind(int n, double *x, double *y, double *z)
{
#pragma acc parallel loop present(x[0:n], y[0:n], z[0:n])
    for (int i = 0; i < n; i++) {
        double t = x[i] + y[i];
        y[i] = t;
        z[i] = t * x[i];
    }
}
static double sums_too(int n, double *x, double *y)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s) present(x[0:n], y[0:n])
    for (int i = 0; i < n; i++) {
        double t = x[i];
        y[i] = 5;
        s += x[i] - t;
    }
    return s;
}
static void rows(int n, int m, double *x, double *y)
{
#pragma acc parallel loop collapse(2) present(x[0:n*m], y[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double *at = y + i * m;
            at[j] = x[i * m + j] + at[j];
        }
}
static void set(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
        c[i] = 0;
    }
}
int main(void)
{
    set();
#pragma acc data copy(a, b, c)
    {
        saxpy(N, 2, a, a);
        saxpy(N, 2, a, b);
        saxpy(N - 1, 1, b, b);
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 3 * (i % 7));
        CHECK(b[i] == (6 * (i % 7) + i % 5) * (i < N - 1 ? 2 : 1));
    }
    set();
#pragma acc data copy(a, b, c)
    with_a_temporary(N, a, a);
    for (int i = 0; i < N; i++) CHECK(a[i] == (i % 7 > 3 ? 2 : 1) * (i % 7) * (i % 7));
    set();
#pragma acc data copy(a, b, c)
    {
        reads_behind(N, a, a, b);
        reads_behind(N, c, c, c);
    }
    for (int i = 0; i < N; i++) {
        CHECK(a[i] == 2 * (i % 7));
        CHECK(b[i] == 4 * (i % 7) * (i % 7));
        CHECK(c[i] == 0);
    }
    set();
    double s, t;
#pragma acc data copy(a, b)
    {
        s = sums_too(N, a, a);
        t = sums_too(N, a, b);
        rows(N / 70, 70, b, b);
    }
    double want = 0;
    for (int i = 0; i < N; i++) want += 5 - i % 7;
    CHECK(s == want);
    CHECK(t == 0);
    for (int i = 0; i < N; i++) CHECK(b[i] == 10);
    return CHECKED();
}
