// Calls from regions: routine seq in a header, by name, inferred ones, calls of calls, recursion, prototypes before bodies.
// covers: routine inferred
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include "routine_helper.h"
#define N 100

#pragma acc routine seq
int later(int x);

static int chain(int x)
{
    return later(x) + SQUARE(x);
}

static void by_pointer(const double *in, double *out, int i);
#pragma acc routine(by_pointer) seq
static void by_pointer(const double *in, double *out, int i)
{
    out[i] = clamp(in[i], -10.0, 10.0);
}

int main(void)
{
    double in[N], out[N];
    int c[N], g[N];
    for (int i = 0; i < N; i++)
        in[i] = i - 50.5;
    #pragma acc parallel loop gang vector copyin(in) copyout(out, c)
    for (int i = 0; i < N; i++) {
        by_pointer(in, out, i);
        c[i] = chain(i);
    }
    #pragma acc parallel loop copyout(g)
    for (int i = 0; i < N; i++)
        g[i] = gcd(i, 60);
    for (int i = 0; i < N; i++) {
        CHECK(out[i] == clamp(i - 50.5, -10, 10));
        CHECK(c[i] == i * i + 3 * i + 1);
        CHECK(g[i] == gcd(i, 60));
    }
    return CHECKED();
}

int later(int x)
{
    return 3 * x + 1;
}
