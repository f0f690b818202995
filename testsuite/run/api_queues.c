// Tests and waits of queues, of one and of all, asynchronous ones, and the default queue.
// expect: device kernels=5
// expect: multicore host_kernels=5
// openmp: it is about the state of queues
#include "clauses.h"

int main(void)
{
    int here = acc_get_device_num(acc_get_device_type());
    fill();
    acc_create(b, sizeof b);
    acc_copyin(a, sizeof a);
#pragma acc parallel loop present(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] += 1;
    acc_wait_async(1, 2);
#pragma acc parallel loop present(a, b) async(2)
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    acc_wait_device_async(2, 3, here);
#pragma acc parallel loop present(a, b) async(3)
    for (int i = 0; i < N; i++)
        a[i] = b[i] + 1;
    acc_wait_all_async(4);
    acc_wait_all_device_async(5, here);
#pragma acc parallel loop present(a, b) async(5)
    for (int i = 0; i < N; i++)
        b[i] -= a[i];
    int queues[2] = {4, 5};
    int first = acc_wait_any(2, queues);
    CHECK("any", 0, first == 0 || first == 1, 1);
    CHECK("it is done", 0, acc_async_test(queues[first]) != 0, 1);
    first = acc_wait_any_device(2, queues, here);
    CHECK("any of the device", 0, first == 0 || first == 1, 1);
    acc_wait(5);
    CHECK("5 is done", 0, acc_async_test(5) && acc_async_test_device(5, here), 1);
    acc_wait_device(4, here);
    acc_wait_all();
    acc_wait_all_device(here);
    CHECK("all are done", 0, acc_async_test_all() && acc_async_test_all_device(here), 1);
    acc_set_default_async(7);
    CHECK("default", 0, acc_get_default_async(), 7);
#pragma acc parallel loop present(a) async
    for (int i = 0; i < N; i++)
        a[i] += 100;
    acc_wait(7);
    acc_copyout(a, sizeof a);
    acc_copyout(b, sizeof b);
    for (int i = 0; i < N; i++) {
        CHECK("a", i, a[i], 2 * (i + 1) + 101);
        CHECK("b", i, b[i], -1);
    }
    return bad != 0;
}
