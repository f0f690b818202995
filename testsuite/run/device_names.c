// The API's names of devices, which codes for pgcc have in directives: in set, init and shutdown, and in clauses for one type of device.
// expect: device kernels=1
// expect: multicore host_kernels=1
// launch: grid=2x1x1 block=32x1x1
#include "check.h"

int main(void)
{
    int a[100];
#pragma acc parallel loop gang vector copyout(a) num_gangs(7) device_type(acc_device_nvidia) num_gangs(2) vector_length(32)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    for (int i = 0; i < 100; i++)
        CHECK(a[i] == i);
#pragma acc init device_type(acc_device_host)
#pragma acc set device_type(acc_device_host)
#pragma acc shutdown device_type(ACC_DEVICE_HOST)
    return CHECKED();
}
