// acc_memcpy_d2d between two devices, and queued.
// env: ACC_NUM_SIM_DEVICES=2
// devices: sim
// expect: sim kernels=1
// openmp: it is about two devices
#include "clauses.h"

int main(void)
{
    fill();
    for (int d = 0; d < 2; d++) {
        acc_set_device_num(d, acc_device_sim);
        acc_copyin(a, sizeof a);
        acc_create(b, sizeof b);
    }
    acc_set_device_num(0, acc_device_sim);
#pragma acc parallel loop present(a)
    for (int i = 0; i < N; i++)
        a[i] += 7;
    acc_memcpy_d2d(b, a, sizeof a, 1, 0);
    acc_memcpy_d2d_async(a, a, sizeof a, 1, 0, 2);
    acc_wait(2);
    acc_delete(a, sizeof a);
    acc_delete(b, sizeof b);
    acc_set_device_num(1, acc_device_sim);
    acc_wait_all();
    acc_copyout(a, sizeof a);
    acc_copyout(b, sizeof b);
    for (int i = 0; i < N; i++) {
        CHECK("b", i, b[i], i + 7);
        CHECK("a", i, a[i], i + 7);
    }
    return bad != 0;
}
