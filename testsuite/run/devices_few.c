// Fewer iterations than devices: data that is on the construct's own device stays the one that counts, though that device would have no part.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=4 ACCRS_GPU_DEVICES=4
// openmp: it is about several devices
// expect: device kernels=4 uploads=3 downloads=3
#include "check.h"

int main(void)
{
    double a[4] = {0, 1, 2, 3};
#pragma acc data copy(a)
    {
#pragma acc parallel loop copy(a)
        for (int i = 1; i < 4; i += 2)
            a[i] = 10 + i;
#pragma acc parallel loop copy(a) async
        for (int i = 0; i < 3; i++)
            a[i] *= 2;
#pragma acc wait
    }
    CHECK(a[0] == 0 && a[1] == 22 && a[2] == 4 && a[3] == 13);
#pragma acc parallel loop copy(a)
    for (int i = 1; i < 4; i += 2)
        a[i] += 1;
    CHECK(a[0] == 0 && a[1] == 23 && a[2] == 4 && a[3] == 14);
    return CHECKED();
}
