// A program that watches its kernels has one device run each construct, and the report says so.
// run: -O2 -acc=check --acc-devices=true
// devices: sim
// openmp: it is about -acc=check
// env: ACC_NUM_SIM_DEVICES=2
// expect: sim kernels=1 device_parts=0
// report: runs on one device: with -acc=check, one device runs all of a construct
#include "check.h"

int main(void)
{
    int a[100];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    CHECK(a[0] == 0 && a[99] == 99);
    return CHECKED();
}
