// Several wait clauses on one directive: all of them are waited for, on each directive that takes the clause.
// covers: clause repeated
// expect: device kernels=20 host_kernels=1
// expect: multicore host_kernels=21
#include "clauses.h"

static int long_a[4096], long_b[4096];

static void slow(int *x, int queue)
{
#pragma acc parallel loop present(x[0:4096]) async(queue)
    for (int i = 0; i < 4096; i++) {
        int s = 0;
        for (int k = 0; k < 3000; k++)
            s += (s ^ k) & 1;
        x[i] = s;
    }
}

/* Two queues at work. */
static void start(void)
{
    slow(long_a, 1);
    slow(long_b, 2);
}

static void done(const char *what)
{
    CHECK(what, 1, acc_async_test(1), 1);
    CHECK(what, 2, acc_async_test(2), 1);
}

int main(void)
{
    int t = 0;
#pragma acc data create(long_a, long_b) copy(a)
    {
        start();
#pragma acc parallel copy(t) wait(1) wait(2)
        t = 1;
        done("parallel");
        start();
#pragma acc kernels copy(t) wait(2) wait(1)
        t = 2;
        done("kernels");
        start();
#pragma acc serial copy(t) wait(devnum: acc_get_device_num(acc_device_current): queues: 1) wait(queues: 2)
        t = 3;
        done("serial");
        start();
#pragma acc update self(a) wait(1) wait(2)
        done("update");
        start();
#pragma acc enter data create(t) wait(1) wait(2)
        done("enter data");
        start();
#pragma acc exit data delete(t) wait(1) wait(2)
        done("exit data");
        start();
#pragma acc data create(t) wait(1) wait(2)
        done("data");
        /* On a queue: it waits, not the host; what follows there does too. */
        start();
#pragma acc update self(a) async(3) wait(1) wait(2)
#pragma acc wait(3)
        done("update async");
        /* Kept on the host, a construct waits there. */
        slow(long_a, 1);
#pragma acc parallel if(t < 0) async(3) wait(1)
        {
        }
        if (acc_get_device_type() != acc_device_host)
            CHECK("if", 1, acc_async_test(1), 1);
#pragma acc wait
    }
    return bad != 0;
}
