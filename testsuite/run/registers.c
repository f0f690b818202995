// Variables declared register, in clauses and reductions, as parameters, several in one declaration.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 100

static double scaled(register int n, register const double *x, register double a)
{
    register double s = 0, most = 0;
    register int i;
    #pragma acc parallel loop reduction(+:s) reduction(max:most) copyin(x[0:n])
    for (i = 0; i < n; i++) {
        s += a * x[i];
        most = x[i] > most ? x[i] : most;
    }
    return s + most;
}

int main(void)
{
    double x[N];
    register int i, last = 0;
    register struct { int a, b; } pair = { 1, 2 };
    #pragma acc parallel loop copyout(x) copyin(pair)
    for (i = 0; i < N; i++)
        x[i] = pair.a + pair.b + i;
    #pragma acc kernels copy(x)
    for (i = 0; i < N; i++) {
        last = i;
        x[i] -= 3 + last - i;
    }
    CHECK(last == N - 1);
    CHECK(scaled(N, x, 2) == N * (N - 1) + N - 1);
    return CHECKED();
}
