// As queue_shared_wait.c with acc_async_test, and with a lifetime that ends on the queue: its memory stays until the copy
// is done, though another thread asks the queue at any moment.
// run: -O2 -pthread
// env: OMP_NUM_THREADS=2
// again: ACCRS_SIM_DELAY=300
// expect: device kernels=200 uploads=200 downloads=200 frees=200
// expect: multicore host_kernels=200
#include "check.h"
#include "queue_shared.h"
#include <stdatomic.h>
#include <sched.h>
#define N 64
static atomic_int stop;
static void *tester(void *u)
{
    while (!stop)
        if (acc_async_test(1))
            sched_yield();
    return u;
}

int main(void)
{
    pthread_t t;
    int a[N], bad = 0, n = rounds(200);
    CHECK(pthread_create(&t, 0, tester, 0) == 0);
    for (int i = 1; i <= n; i++) {
        for (int k = 0; k < N; k++)
            a[k] = 0;
#pragma acc enter data copyin(a) async(1)
#pragma acc parallel loop present(a) async(1)
        for (int k = 0; k < N; k++)
            a[k] += i;
#pragma acc exit data copyout(a) async(1)
        while (!acc_async_test(1))
            sched_yield();
        bad += a[0] != i || a[N - 1] != i;
    }
    stop = 1;
    pthread_join(t, 0);
    CHECK(bad == 0);
    return CHECKED();
}
