// A `cache` between a construct and its loop has no effect, and the loop is the construct's.
// run: -Wno-openacc
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 1000

int main(void)
{
    static double a[N], g[4] = {1, 2, 3, 4};
    #pragma acc kernels copyin(g) copy(a)
    #pragma acc cache(g)
    #pragma acc loop independent
    for (int i = 0; i < N; i++)
        a[i] = g[i % 4] * i;
    #pragma acc parallel loop copyin(g) copy(a)
    #pragma acc cache(g[0:4])
    for (int i = 0; i < N; i++)
        a[i] += g[i % 4];
    for (int i = 0; i < N; i++)
        CHECK(a[i] == (i % 4 + 1) * (i + 1.0));
    return CHECKED();
}
