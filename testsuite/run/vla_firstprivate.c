// firstprivate of arrays of variable length: those that are only read, those that each iteration's thread writes, of two dimensions, and with lengths that have changed since.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"

/* Without directives there is one array, which changes. */
#if defined _OPENACC || defined _OPENMP
#define UNCHANGED(here, plain) (here)
#else
#define UNCHANGED(here, plain) (plain)
#endif

static int sum(int n)
{
    int x[n], r = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma acc parallel loop firstprivate(x) reduction(+:r)
    for (int i = 0; i < n; i++)
        r += x[i] + (int)(sizeof x / sizeof *x);
    return r;
}

static long rows(int n, int m)
{
    double x[n][m];
    long r = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            x[i][j] = 10 * i + j;
    int was = n;
    n = 1000;
    m = 1000;
#pragma acc parallel loop firstprivate(x) reduction(+:r)
    for (int i = 0; i < was; i++)
        r += (long)x[i][2];
    return r;
}

static int own(int n)
{
    int x[n], y[n], bad = 0;
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma acc parallel loop gang num_gangs(1) vector_length(1) firstprivate(x) copyout(y)
    for (int i = 0; i < n; i++) {
        x[i] += 1;
        y[i] = x[i];
    }
    for (int i = 0; i < n; i++)
        bad += y[i] != i + 1 || x[i] != i + UNCHANGED(0, 1);
    for (int i = 0; i < n; i++)
        x[i] = i;
#pragma acc serial firstprivate(x) copyout(y)
    {
        for (int i = 0; i < n; i++)
            x[i] *= 2;
        for (int i = 0; i < n; i++)
            y[i] = x[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
        bad += y[i] != 2 * (n - 1 - i) || x[i] != UNCHANGED(1, 2) * i;
    return bad;
}

int main(void)
{
    CHECK(sum(4) == 6 + 16);
    CHECK(rows(5, 3) == 100 + 10);
    CHECK(own(7) == 0);
    return CHECKED();
}
