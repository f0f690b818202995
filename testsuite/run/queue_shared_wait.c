// Two host threads use one queue: one puts work there and waits for it, the other only waits. The first one's wait
// returns when its own work is done, whatever the other's wait has seen in between.
// run: -O2 -pthread
// env: OMP_NUM_THREADS=2
// again: ACCRS_SIM_DELAY=300
// expect: device kernels=300 uploads=1 downloads=300
// expect: multicore host_kernels=300
#include "check.h"
#include "queue_shared.h"
#include <stdatomic.h>
#define N 64
static atomic_int stop;
static void *waiter(void *u)
{
    while (!stop)
        acc_wait(1);
    return u;
}

int main(void)
{
    pthread_t t;
    int a[N] = {0}, bad = 0, n = rounds(300);
#pragma acc enter data copyin(a)
    CHECK(pthread_create(&t, 0, waiter, 0) == 0);
    for (int i = 1; i <= n; i++) {
#pragma acc parallel loop present(a) async(1)
        for (int k = 0; k < N; k++)
            a[k] = i;
#pragma acc update self(a) async(1)
        acc_wait(1);
        bad += a[0] != i || a[N - 1] != i;
    }
    stop = 1;
    pthread_join(t, 0);
#pragma acc exit data delete(a)
    CHECK(bad == 0);
    return CHECKED();
}
