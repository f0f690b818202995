// As queue_shared_wait.c with a pointer that is attached: the words that the queued copy reads stay until it is done.
// run: -O2 -pthread
// env: OMP_NUM_THREADS=2
// again: ACCRS_SIM_DELAY=300
// expect: device kernels=200 attaches=200
// expect: multicore host_kernels=200
#include "check.h"
#include "queue_shared.h"
#include <stdatomic.h>
#define N 64
struct holder {
    int n;
    int *p;
};
static atomic_int stop;
static void *waiter(void *u)
{
    while (!stop) {
        acc_wait(1);
        unsigned long *taken = malloc(8); /* what was freed too early is overwritten */
        if (taken)
            *(volatile unsigned long *)taken = 0x5a5a5a5a5a5aul;
        free(taken);
    }
    return u;
}

int main(void)
{
    pthread_t t;
    struct holder s = {N, calloc(N, sizeof(int))};
    int bad = 0, n = rounds(200);
#pragma acc enter data copyin(s)
    CHECK(s.p && pthread_create(&t, 0, waiter, 0) == 0);
    for (int i = 1; i <= n; i++) {
#pragma acc enter data copyin(s.p[0 : N]) async(1)
#pragma acc parallel loop present(s) async(1)
        for (int k = 0; k < N; k++)
            s.p[k]++;
#pragma acc exit data copyout(s.p[0 : N]) async(1)
        acc_wait(1);
        bad += s.p[0] != i || s.p[N - 1] != i;
    }
    stop = 1;
    pthread_join(t, 0);
#pragma acc exit data delete(s)
    CHECK(bad == 0);
    free(s.p);
    return CHECKED();
}
