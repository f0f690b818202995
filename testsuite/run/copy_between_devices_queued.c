// The queue of acc_memcpy_d2d_async is one of the source's device (OpenACC 3.3 §3.2.30), and the copy comes behind the target's queued
// work that names the section, as the end of a lifetime does.
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2
// again: ACCRS_SIM_DELAY=300
// devices: sim nvidia
#include "check.h"
#include <openacc.h>
#define N 1000

int main(void)
{
    static int a[N], b[N];
    int bad = 0;
    acc_device_t type = acc_get_device_type();
    if (acc_get_num_devices(type) < 2)
        return 0;
    for (int r = 0; r < 20; r++) {
        for (int i = 0; i < N; i++)
            a[i] = i + r, b[i] = -1;
        acc_set_device_num(0, type);
        acc_copyin(a, sizeof a);
        acc_set_device_num(1, type);
        acc_copyin(b, sizeof b);
#pragma acc parallel loop present(b) async(3)
        for (int i = 0; i < N; i++)
            b[i] = 7;
        acc_set_device_num(0, type);
#pragma acc parallel loop present(a) async(3)
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        acc_memcpy_d2d_async(b, a, sizeof a, 1, 0, 3);
        acc_wait(3);
        acc_set_device_num(1, type);
        acc_wait(3);
        acc_copyout(b, sizeof b);
        acc_set_device_num(0, type);
        acc_delete(a, sizeof a);
        for (int i = 0; i < N; i++)
            bad += b[i] != 2 * (i + r);
    }
    CHECK(bad == 0);
    return CHECKED();
}
