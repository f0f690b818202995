// Several host threads whose constructs devices share at the same time, with arrays that all of them read: no construct finds the parts of another one.
// run: -O2 -pthread --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2
// again: ACCRS_SIM_DELAY=200 ACCRS_GPU_DELAY=20
// expect: device kernels=80 device_parts=80
// expect: multicore host_kernels=40
// openmp: threads of the program's own
// faults: threads that share one device collide
#include "check.h"
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4, TURNS = 10, N = 500 };

static double common[N + 2];

struct work {
    double *own;
    int number, wrong;
};

static void *run(void *argument)
{
    struct work *w = argument;
    double *own = w->own;
    for (int turn = 0; turn < TURNS; turn++) {
        int n = N - turn * w->number;
        double sum = 0, want = 0;
#pragma acc parallel loop copyin(common[0:n + 2]) copy(own[0:n]) reduction(+ : sum)
        for (int i = 0; i < n; i++) {
            own[i] = common[i] + common[i + 2];
            sum += own[i];
        }
        for (int i = 0; i < n; i++) {
            want += common[i] + common[i + 2];
            w->wrong += own[i] != common[i] + common[i + 2];
        }
        w->wrong += sum != want;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    struct work work[THREADS];
    for (int i = 0; i < N + 2; i++)
        common[i] = i;
    for (int k = 0; k < THREADS; k++) {
        work[k] = (struct work){malloc(N * sizeof(double)), k, 0};
        pthread_create(&threads[k], NULL, run, &work[k]);
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(threads[k], NULL);
        CHECK(work[k].wrong == 0);
        free(work[k].own);
    }
    return CHECKED();
}
