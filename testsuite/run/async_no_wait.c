// Queues that nobody waits for are completed when main returns, while its variables are still there; the exit's
// handlers find the values of what lives longer.
// again: ACCRS_SIM_DELAY=2000
// expect: device kernels=2 downloads=2
// expect: multicore host_kernels=2
// faults: what it calls at its exit ends it in a way of its own
#include "check.h"
#include <stdlib.h>
#include <unistd.h>
#define N 100000
static int later[N];

static void look(void)
{
    if (later[N - 1] != N - 1)
        _exit(2);
}

int main(void)
{
    int a[N];
    if (atexit(look) != 0)
        return 3;
#pragma acc parallel loop copyout(a) async(1)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma acc parallel loop copyout(later) async(2)
    for (int i = 0; i < N; i++)
        later[i] = i;
    return CHECKED();
}
