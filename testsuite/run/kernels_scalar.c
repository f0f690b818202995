// Straight code in kernels between loops; a scalar assigned there is back on the host afterwards.
// expect: device kernels>=1
#include "check.h"
#define N 100

int main(void)
{
    int a[N], factor = 3;
    #pragma acc kernels copyout(a)
    {
        for (int i = 0; i < N; i++)
            a[i] = i;
        factor = a[N - 1] + 1;
        for (int i = 0; i < N; i++)
            a[i] = a[i] * factor;
    }
    CHECK(factor == N);
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i * N);
    return CHECKED();
}
