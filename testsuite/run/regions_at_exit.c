// Constructs in functions of atexit, registered before the runtime starts, and in destructors; and in constructors, before the file's variables are registered.
// devices: multicore sim nvidia
// What the destructor does is counted no more.
// expect: device kernels=3
// expect: multicore host_kernels=3
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

static void late(void)
{
    double s = 0;
#pragma acc parallel loop present(table) reduction(+:s)
    for (int i = 0; i < N; i++)
        s += table[i];
#pragma acc exit data delete(table)
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
#pragma acc parallel loop reduction(+:n) present(lasting)
    for (int i = 0; i < N; i++)
        n += lasting[i] == i;
    if (n != N)
        failed();
}

int main(void)
{
#pragma acc enter data create(table)
#pragma acc parallel loop present(table)
    for (int i = 0; i < N; i++)
        table[i] = 1;
    CHECK(found == 45);
    if (check_failures)
        failed();
    return CHECKED();
}
