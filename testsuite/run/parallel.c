// A parallel construct with one loop inside: one kernel; what is read goes up, what is written comes down.
// expect: device kernels=1 uploads=1 upload_bytes=4004 downloads=1 download_bytes=4004
// expect: multicore host_kernels=1 uploads=0 downloads=0
#include "check.h"
#define N 1001

int main(void)
{
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = -1;
    #pragma acc parallel copyin(a[0:N]) copyout(b[0:N])
    {
        #pragma acc loop gang vector
        for (int i = 0; i < N; i++)
            b[i] = 2 * a[i] + 1;
    }
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 2 * i + 1);
    return CHECKED();
}
