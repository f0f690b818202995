// declare copyin(readonly:) in a function: there for as long as it runs, moved once.
// expect: device kernels=2 uploads=1 downloads=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 300

static void twice(const double *a, double *b, double *c)
{
#pragma acc declare copyin(readonly: a[0:N])
#pragma acc parallel loop copyout(b[0:N])
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
#pragma acc parallel loop copyout(c[0:N])
    for (int i = 0; i < N; i++)
        c[i] = 3 * a[i];
}

int main(void)
{
    double a[N], b[N], c[N];
    for (int i = 0; i < N; i++)
        a[i] = i;
    twice(a, b, c);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i && c[i] == 3 * i);
    return CHECKED();
}
