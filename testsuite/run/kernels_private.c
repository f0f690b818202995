// nvc's `private` on kernels: scalars and arrays that the region's loops have for themselves, on loops with and without a directive.
// expect: device kernels=3
// expect: multicore host_kernels=2
#include "check.h"
#define N 100

int main(void)
{
    int i, k, t, a[N], b[N], w[4];
#pragma acc kernels private(t)
    for (i = 0; i < N; i++) {
        t = i * i - i;
        a[i] = t + i;
    }
    for (i = 0; i < N; i++)
        CHECK(a[i] == i * i);
#pragma acc kernels private(w, t) copyin(a) copyout(b)
    {
#pragma acc loop
        for (i = 0; i < N; i++) {
            for (k = 0; k < 4; k++)
                w[k] = a[i] + k;
            t = w[0] + w[3];
            b[i] = t;
        }
        for (i = 0; i < N; i++) {
            for (k = 0; k < 4; k++)
                w[k] = k;
            b[i] += w[2];
        }
    }
    for (i = 0; i < N; i++)
        CHECK(b[i] == 2 * i * i + 5);
    return CHECKED();
}
