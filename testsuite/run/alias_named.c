// A pointer that no clause names may lead into the array that a clause names: the loop asks, and runs in order where it does.
// env: ACCRS_LEAST_WORK=0
// expect: device kernels=4 in_order=2
// expect: multicore host_kernels=4 in_order=2
// report: reads a[i], 0 <= i <= n - 2
#include "check.h"
#define N 1000

static void before(int n, double *a, double *p)
{
#pragma acc kernels copy(a[0:n])
    for (int i = 0; i < n - 1; i++)
        p[i + 1] = a[i] + 1;
}

static void behind(int n, double *a, double *p)
{
#pragma acc kernels copy(p[0:n])
    for (int i = 0; i <= n - 2; i++)
        p[i + 1] = a[i] + 1;
}

int main(void)
{
    double x[N] = { 0 }, y[N] = { 0 };
    before(N, x, x);
    CHECK(x[1] == 1 && x[N - 1] == N - 1);
    behind(N, x, x);
    CHECK(x[1] == 1 && x[N - 1] == N - 1);
    before(N, x, y);
    CHECK(y[1] == 1 && y[N - 1] == N - 1 && x[1] == 1);
    behind(N, y, x);
    CHECK(x[1] == 1 && x[N - 1] == N - 1 && y[1] == 1);
    return CHECKED();
}
