// What changes the current device, and what doesn't: a type alone keeps the number, a negative number goes back
// to the start (§2.14.3, §3.2.2, §3.2.4).
// env: ACC_NUM_SIM_DEVICES=3
// covers: several devices
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <openacc.h>

int main(void)
{
    acc_device_t type = acc_get_device_type();
    int last = acc_get_num_devices(type) - 1, back = -1, x = 1, y = 2;
    acc_set_device_num(last, type);
    acc_set_device_type(type);
    CHECK(acc_get_device_num(type) == last);
#pragma acc set device_type(current)
    CHECK(acc_get_device_num(type) == last);
    acc_create(&x, sizeof x);
    acc_set_device_type(acc_device_host);
    CHECK(acc_get_device_type() == acc_device_host && acc_get_device_num(acc_device_host) == 0);
    acc_set_device_type(type);
    CHECK(acc_get_device_num(type) == last && acc_is_present(&x, sizeof x));
#pragma acc set device_num(back)
    CHECK(acc_get_device_num(type) == 0 && acc_is_present(&x, sizeof x) == (last == 0));
    acc_set_device_num(last, type);
    acc_set_device_num(back, type);
    CHECK(acc_get_device_num(type) == 0);
#pragma acc set device_num(last)
    CHECK(acc_get_device_type() == type && acc_get_device_num(type) == last);
#pragma acc parallel copy(y)
    y *= 2;
    CHECK(y == 4);
    return CHECKED();
}
