// Sixteen host threads share two queues; each maps, computes and copies out on its queue, waits or asks until that is done,
// and looks at its own data. Memory that goes round between them never brings another's.
// run: -O2 -pthread
// env: OMP_NUM_THREADS=2
// again: ACCRS_SIM_DELAY=300
// expect: device kernels=640 uploads=640 downloads=640 frees=640
// expect: multicore host_kernels=640
// times: device line 25 kernel queue_shared_many_work_25 launches=640
// times: device line 24 upload a count=640
#include "check.h"
#include "queue_shared.h"
#include <sched.h>
#define THREADS 16
#define QUEUES 2
#define N 64
static int wrong[THREADS], times;
static void *work(void *of)
{
    int id = *(int *)of, queue = id % QUEUES, a[N];
    for (int round = 0; round < times; round++) {
        int seed = id * 100000 + round;
        for (int i = 0; i < N; i++)
            a[i] = seed - i;
#pragma acc enter data copyin(a) async(queue)
#pragma acc parallel loop present(a) async(queue)
        for (int i = 0; i < N; i++)
            a[i] += 7;
#pragma acc exit data copyout(a) async(queue)
        if (id / QUEUES % 2)
            acc_wait(queue);
        else
            while (!acc_async_test(queue))
                sched_yield();
        for (int i = 0; i < N; i++)
            wrong[id] += a[i] != seed - i + 7;
    }
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];
    int ids[THREADS];
    times = rounds(40);
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        CHECK(pthread_create(&t[i], 0, work, &ids[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], 0);
        CHECK(wrong[i] == 0);
    }
    return CHECKED();
}
