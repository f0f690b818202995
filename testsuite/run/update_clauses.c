// The clauses of update that say when: async, wait, device_type.
// expect: device kernels=2 uploads=4 downloads=3
// expect: multicore host_kernels=2
#include "clauses.h"

int main(void)
{
    fill();
#pragma acc data create(a, b)
    {
#pragma acc update device(a) async(1)
#pragma acc update device(b) async
#pragma acc parallel loop present(a) async(1)
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc update self(a) async(2) wait(1)
#pragma acc wait(2)
        for (int i = 0; i < N; i++)
            CHECK("self", i, a[i], i + 1);
#pragma acc update device(a) wait
        for (int i = 0; i < N; i++)
            a[i] = 50 + i;
#pragma acc update device(a) async device_type(nvidia, sim) async(3) wait(1)
#pragma acc parallel loop present(a, b) wait
        for (int i = 0; i < N; i++)
            b[i] = a[i];
#pragma acc update host(a[10:5]) async(4)
#pragma acc update self(b) async(4) wait
#pragma acc wait
    }
    for (int i = 0; i < N; i++)
        CHECK("device", i, b[i], 50 + i);
    return bad != 0;
}
