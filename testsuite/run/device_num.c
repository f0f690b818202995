// ACC_DEVICE_TYPE and ACC_DEVICE_NUM choose the device that a program starts on.
// env: ACC_DEVICE_NUM=1 ACC_NUM_SIM_DEVICES=2
// covers: env ACC_DEVICE_TYPE, env ACC_DEVICE_NUM
// devices: sim
// expect: sim kernels=1
// openmp: it is about several devices
// faults: it looks at where it runs, which is the host where there is no memory
#include "clauses.h"

int main(void)
{
    CHECK("type", 0, acc_get_device_type(), acc_device_sim);
    CHECK("number", 0, acc_get_device_num(acc_device_sim), 1);
    int there = 0;
#pragma acc parallel copy(there)
    there = acc_on_device(acc_device_sim);
    CHECK("runs there", 0, there != 0, 1);
    return bad != 0;
}
