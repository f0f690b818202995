// 32 host threads that map, update, launch and unmap at once: no lost update, no false answer, nothing left behind.
// STRESS_SECONDS=30 runs it for so long (scripts/stress.sh); STRESS_SAY=1 prints what was done.
// run: -O2 -pthread
// env: OMP_NUM_THREADS=2 ACC_NUM_SIM_DEVICES=2
// time: 60
// expect: device kernels>=64 uploads>=32 downloads>=32
// expect: multicore host_kernels>=64
#include "check.h"
#include "device.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#define THREADS 32
#define N 512

#ifndef _OPENACC
#define acc_get_device_type() 0
#define acc_get_num_devices(t) 1
#define acc_set_device_num(n, t) ((void)(n))
#define acc_copyin(p, n) ((void)(p))
#define acc_create(p, n) ((void)(p))
#define acc_delete(p, n) ((void)(p))
#define acc_is_present(p, n) ((p) != 0)
#define acc_wait(q) ((void)(q))
#define acc_async_test(q) 1
#define acc_get_property(d, t, p) 0u
#define acc_property_free_memory 0
#endif

/* Counted by kernels of all threads on device 0, atomically, while mapped by main. */
static int total[N];
/* Mapped and unmapped by all threads at once, counted dynamically. */
static int shared[N];

static double deadline;
static struct tally {
    long rounds, wrong;
} tally[THREADS];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A structured region with an update each way in it. */
static long regions(int *a, int seed)
{
    long wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = seed + i;
    #pragma acc data copy(a[0:N])
    {
        #pragma acc parallel loop present(a[0:N])
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        #pragma acc update self(a[0:N / 2])
        for (int i = 0; i < N / 2; i++) {
            wrong += a[i] != 2 * (seed + i);
            a[i] += 1;
        }
        #pragma acc update device(a[0:N / 2])
    }
    for (int i = 0; i < N; i++)
        wrong += a[i] != 2 * (seed + i) + (i < N / 2);
    return wrong;
}

/* Unstructured lifetimes on the thread's own queue. */
static long queues(int *a, int seed, int queue)
{
    long wrong = 0;
    for (int i = 0; i < N; i++)
        a[i] = seed - i;
    #pragma acc enter data copyin(a[0:N]) async(queue)
    #pragma acc parallel loop present(a[0:N]) async(queue)
    for (int i = 0; i < N; i++)
        a[i] += 7;
    #pragma acc exit data copyout(a[0:N]) async(queue)
    if (seed % 2)
        acc_wait(queue);
    else
        while (!acc_async_test(queue))
            ;
    for (int i = 0; i < N; i++)
        wrong += a[i] != seed - i + 7;
    return wrong;
}

static void *work(void *which)
{
    int id = *(int *)which, devices = acc_get_num_devices(acc_get_device_type());
    struct tally *mine = &tally[id];
    int *a = malloc(N * sizeof *a);
    do {
        int seed = id * 1000 + (int)(mine->rounds % 1000);
        acc_set_device_num((id + (int)mine->rounds) % devices, acc_get_device_type());
        mine->wrong += regions(a, seed);
        mine->wrong += queues(a, seed, id % 8);
        acc_create(shared, sizeof shared);
        mine->wrong += !acc_is_present(shared + N / 2, N);
        acc_delete(shared, sizeof shared);
        acc_set_device_num(0, acc_get_device_type());
        #pragma acc parallel loop present(total)
        for (int i = 0; i < N; i++) {
            #pragma acc atomic update
            total[i] += 1;
        }
        mine->rounds++;
    } while (now() < deadline);
    free(a);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int ids[THREADS];
    const char *seconds = getenv("STRESS_SECONDS");
    double start = now();
    deadline = start + (seconds ? atof(seconds) : 1.5);
    size_t free_before = acc_get_property(0, acc_get_device_type(), acc_property_free_memory);
    #pragma acc enter data copyin(total)
    for (int t = 0; t < THREADS; t++) {
        ids[t] = t;
        CHECK(pthread_create(&threads[t], NULL, work, &ids[t]) == 0);
    }
    for (int t = 0; t < THREADS; t++)
        CHECK(pthread_join(threads[t], NULL) == 0);
    #pragma acc exit data copyout(total)
    long rounds = 0;
    for (int t = 0; t < THREADS; t++) {
        CHECK(tally[t].wrong == 0);
        rounds += tally[t].rounds;
    }
    for (int i = 0; i < N; i++)
        CHECK(total[i] == rounds);
    CHECK(!discrete() || !acc_is_present(total, 1));
    CHECK(!discrete() || !acc_is_present(shared, 1));
    CHECK(acc_get_property(0, acc_get_device_type(), acc_property_free_memory) == free_before);
    if (getenv("STRESS_SAY"))
        printf("%ld rounds of %d threads in %.1f s\n", rounds, THREADS, now() - start);
    return CHECKED();
}
