// Constructs in functions of atexit and in destructors; and in constructors, before the file's variables are registered. A GPU's driver ends by an exit function of its own, which it has
// registered when the device was opened: what runs behind that runs on the cores.
// devices: multicore sim nvidia
// What the destructor does is counted no more.
// expect: sim kernels=4 to_cores=0
// expect: nvidia kernels=3 to_cores=1 host_kernels=1
// expect: multicore host_kernels=4
// again: ACCRS_GPU_ENDS=cuDevicePrimaryCtxRetain
#include "check.h"
#include <stdlib.h>
#define N 10

static double table[N];
static double lasting[N];
#pragma acc declare create(lasting)
static double found = 0;

static void failed(void)
{
    fflush(stdout);
    _Exit(1);
}

// Behind the driver's end: nothing that it uses is on the device.
static void late(void)
{
    double s = 0, own[N];
#pragma acc data copyout(own)
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        own[i] = table[i] + 1;
#pragma acc exit data delete(lasting)
    for (int i = 0; i < N; i++)
        s += own[i];
    if (s != 2 * N)
        failed();
}

// Before it: data of main's is still there.
static void in_time(void)
{
    double s = 0;
#pragma acc parallel loop present(table) reduction(+:s)
    for (int i = 0; i < N; i++)
        s += table[i];
#pragma acc exit data copyout(table)
    if (s != N)
        failed();
}

__attribute__((constructor)) static void early(void)
{
    atexit(late);
    for (int i = 0; i < N; i++)
        lasting[i] = i;
#pragma acc update device(lasting)
#pragma acc parallel loop reduction(+:found)
    for (int i = 0; i < N; i++)
        found += lasting[i];
}

__attribute__((destructor)) static void very_late(void)
{
    int n = 0;
#pragma acc parallel loop reduction(+:n) copyin(table)
    for (int i = 0; i < N; i++)
        n += table[i] == 1;
    if (n != N)
        failed();
}

int main(void)
{
    atexit(in_time);
#pragma acc enter data create(table)
#pragma acc parallel loop present(table)
    for (int i = 0; i < N; i++)
        table[i] = 1;
    CHECK(found == 45);
    if (check_failures)
        failed();
    return CHECKED();
}
