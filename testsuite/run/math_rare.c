// Functions of math.h and stdlib.h that programs seldom call, and those that POSIX adds.
// expect: device kernels=2
// expect: multicore host_kernels=2
#define _GNU_SOURCE
#include "check.h"
#include <inttypes.h>
#include <math.h>
#define N 40

static double quotient(double x, float f)
{
    int q = 0, qf = 0;
    double r = remquo(x, 0.7, &q) + remquof(f, 0.3f, &qf);
    return r + (q & 7) + (qf & 7) * 10;
}

static double waves(double x)
{
    return j0(x) + j1(x) + jn(2, x) + y0(x) + y1(x) + yn(2, x) + j0f(1.5f) + ynf(1, 2.5f);
}

static double all(int i)
{
    double x = 0.3 + i * 0.21;
    float f = (float)x;
    double none = i % 5 ? x : NAN;
    double r = quotient(x, f) + waves(x) + scalbln(x, 2L) + scalblnf(f, -1L);
    r += isunordered(x, none) * 1000 + islessgreater(x, none) * 100 + islessgreater((double)(i++ - 3), 0.0) * 10;
    // Both arguments are evaluated, also where the first one is no number.
    r += isunordered(none, (double)i++) * 7;
    return r + i + (double)imaxabs((intmax_t)i - 20);
}

// As names of variables they are free.
static double named(double y1, double y0)
{
    return y1 - y0;
}

int main(void)
{
    double a[N], want[N];
    for (int i = 0; i < N; i++)
        want[i] = all(i);
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = all(i);
    for (int i = 0; i < N; i++)
        CHECK(fabs(a[i] - want[i]) <= 1e-5 * fabs(want[i]));
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = named(i, 1);
    CHECK(a[5] == 4);
    return CHECKED();
}
