// init, shutdown and set, with each of their clauses: what the API sees of them.
// env: ACC_NUM_SIM_DEVICES=2
// covers: several devices
// expect: device kernels=2 host_kernels=1
// expect: multicore host_kernels=3
// openmp: it is about the state of devices and queues
#include "clauses.h"

static int doubled(int value)
{
    int out = value;
#pragma acc parallel copy(out)
    out *= 2;
    return out;
}

int main(void)
{
    acc_device_t type = acc_get_device_type();
    int last = acc_get_num_devices(type) - 1;
#pragma acc init if(last < 0)
#pragma acc init
    CHECK("type", 0, acc_get_device_type(), type);
#pragma acc init device_num(last)
    CHECK("init device_num", 0, acc_get_device_num(type), last);
    CHECK("runs on the last", 0, doubled(4), 8);
#pragma acc set device_num(0)
    CHECK("set device_num", 0, acc_get_device_num(type), 0);
#pragma acc set device_num(last) if(last < 0)
    CHECK("set if(0)", 0, acc_get_device_num(type), 0);
    // What is on one device is not on another.
#pragma acc enter data copyin(a)
    if (last > 0) {
#pragma acc set device_num(last)
        CHECK("a device of its own", 0, own() && acc_is_present(a, sizeof a), 0);
#pragma acc set device_num(0)
    }
#pragma acc exit data delete(a)
#pragma acc set default_async(5)
    CHECK("set default_async", 0, acc_get_default_async(), 5);
#pragma acc set device_type(host)
    CHECK("set device_type", 0, acc_get_device_type(), acc_device_host);
#pragma acc init device_type(host)
    CHECK("runs on the host", 0, doubled(5), 10);
    acc_set_device_type(type);
#pragma acc shutdown if(last < 0)
#pragma acc shutdown device_num(last)
#pragma acc shutdown device_type(default)
#pragma acc shutdown
    acc_set_device_type(type);
    CHECK("starts again", 0, doubled(6), 12);
    return bad != 0;
}
