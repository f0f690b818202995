// A program that doesn't include math.h has its own j0, y1 and remquo.
// run: -O2 -fno-builtin
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 40

static double y1(double x)
{
    return 2 * x;
}

double j0(int n, double x)
{
    return n + x;
}

static int remquo(int n)
{
    return n % 7;
}

int main(void)
{
    double a[N];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = y1(i) + j0(3, i) + remquo(i);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 3 * i + 3 + i % 7);
    return CHECKED();
}
