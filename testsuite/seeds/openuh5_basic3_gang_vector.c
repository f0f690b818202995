// Map-gv: one loop on block.x and thread.x.
// expect: device kernels=2
// expect: multicore host_kernels=2
// launch: grid=5x1x1 block=32x1x1
#include "../run/check.h"
#define N 1013

int main(void)
{
    int a[N], b[N];
    #pragma acc kernels loop independent gang(5) vector(32) copyout(a)
    for (int i = 0; i < N; i++)
        a[i] = 5 * i;
    #pragma acc kernels loop independent gang vector copyin(a) copyout(b)
    for (int i = 3; i < N; i += 2)
        b[i] = a[i] - 1;
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 5 * i);
    for (int i = 3; i < N; i += 2)
        CHECK(b[i] == 5 * i - 1);
    return CHECKED();
}
