// Waits for one queue, for several, for those of a device; asynchronously; with a condition.
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "clauses.h"

int main(void)
{
    int here = acc_get_device_num(acc_get_device_type());
    fill();
#pragma acc data copy(a, b)
    {
#pragma acc parallel loop present(a) async(1)
        for (int i = 0; i < N; i++)
            a[i] += 1;
#pragma acc wait(1) async(2)
#pragma acc parallel loop present(a, b) async(2)
        for (int i = 0; i < N; i++)
            b[i] = 2 * a[i];
#pragma acc wait(queues: 1, 2) if(N > 0)
        CHECK("both are done", 0, acc_async_test(1) && acc_async_test(2), 1);
#pragma acc parallel loop present(a, b) async(3)
        for (int i = 0; i < N; i++)
            a[i] = b[i] + 1;
#pragma acc wait(3) if(N < 0)
#pragma acc wait(devnum: here: queues: 3)
        CHECK("3 is done", 0, acc_async_test(3), 1);
#pragma acc wait(devnum: here: 3)
#pragma acc parallel loop present(a, b) async
        for (int i = 0; i < N; i++)
            b[i] -= a[i];
#pragma acc wait async(4)
#pragma acc wait(4) async
#pragma acc wait(4)
#pragma acc wait if(N > 0)
        CHECK("all are done", 0, acc_async_test_all(), 1);
    }
    for (int i = 0; i < N; i++) {
        CHECK("a", i, a[i], 2 * (i + 1) + 1);
        CHECK("b", i, b[i], -1);
    }
    return bad != 0;
}
