// long double keeps its precision where the host computes.
// devices: multicore
// expect: multicore host_kernels=1
#include "check.h"
#define N 50

int main(void)
{
    long double a[N];
    #pragma acc parallel loop copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = 1.0L + (long double)i / (1ULL << 60);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 1.0L + (long double)i / (1ULL << 60));
    return CHECKED();
}
