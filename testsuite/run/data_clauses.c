// copy, copyin, copyout and create on a data construct: what moves, and when.
// expect: device kernels=2 uploads=2 upload_bytes=8000 downloads=2 download_bytes=8000 allocs>=4
// expect: multicore host_kernels=2 uploads=0 downloads=0
#include "check.h"
#include "device.h"
#define N 1000

int main(void)
{
    int in[N], out[N], both[N], scratch[N];
    for (int i = 0; i < N; i++)
        in[i] = i, out[i] = -1, both[i] = 2 * i, scratch[i] = -5;
    #pragma acc data copyin(in[0:N]) copyout(out[0:N]) copy(both[0:N]) create(scratch[0:N])
    {
        #pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            scratch[i] = in[i] + both[i];
            in[i] = 0;
        }
        #pragma acc parallel loop
        for (int i = 0; i < N; i++) {
            out[i] = scratch[i];
            both[i] = scratch[N - 1 - i];
        }
    }
    for (int i = 0; i < N; i++) {
        CHECK(out[i] == 3 * i);
        CHECK(both[i] == 3 * (N - 1 - i));
        if (discrete()) {
            CHECK(in[i] == i);
            CHECK(scratch[i] == -5);
        }
    }
    return CHECKED();
}
