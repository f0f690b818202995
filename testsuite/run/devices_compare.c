// Where constructs run twice, one device runs all of a loop that several could share.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2 ACCRS_COMPARE=1 ACCRS_NOTIFY=1
// expect: device kernels=1 device_parts=0 compared=1 differing=0
// message: ACCRS_COMPARE looks at one device
#include "check.h"

int main(void)
{
    double a[100], sum = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma acc parallel loop reduction(+ : sum) copy(a)
    for (int i = 0; i < 100; i++) {
        a[i] += 1;
        sum += a[i];
    }
    CHECK(sum == 5050 && a[99] == 100);
    return CHECKED();
}
