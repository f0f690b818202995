// Where devices that share a loop lack memory: a part may fit where the whole doesn't; if parts don't fit either, the construct runs in parts one after the
// other on its device, or on the cores, and nothing is lost.
// run: -O2 --acc-devices=true --acc-parts=true
// env: ACC_NUM_SIM_DEVICES=3 ACCRS_GPU_DEVICES=3 ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1 ACCRS_NOTIFY=1
// again: ACCRS_SIM_DELAY=200 ACCRS_GPU_DELAY=20
// expect: device device_parts=3 parts>=4 to_cores=1
// expect: multicore to_cores=0 parts=0
// message: devices_memory.c line=19 device=
// message: has no room for its part
// openmp: it is about a device's memory
#include "check.h"
#include <stdlib.h>

#define N (1 << 17)

// 1 MiB for each array: a third of both is 683 KiB.
static void twice(int n, double *restrict to, const double *restrict from)
{
#pragma acc parallel loop copyin(from[0:n]) copy(to[0:n])
    for (int i = 0; i < n; i++)
        to[i] += 2 * from[i];
}

// All devices need all of the table, which none of them has room for.
static void gather(int n, int m, double *restrict to, const double *table)
{
#pragma acc parallel loop copyin(table[0:m]) copy(to[0:n])
    for (int i = 0; i < n; i++)
        to[i] += table[m - 1] - table[0];
}

int main(void)
{
    double *a = malloc(4 * N * sizeof *a), *b = malloc(4 * N * sizeof *b);
    for (int i = 0; i < 4 * N; i++) {
        a[i] = i;
        b[i] = 1;
    }
    twice(N, b, a);
    for (int i = 0; i < N; i++)
        CHECK(b[i] == 1 + 2.0 * i);
    // 2.7 MiB for each device.
    twice(4 * N, b, a);
    for (int i = 0; i < 4 * N; i++)
        CHECK(b[i] == 1 + (i < N ? 4.0 : 2.0) * i);
    gather(100, 2 * N, b, a);
    for (int i = 0; i < 100; i++)
        CHECK(b[i] == 1 + 4.0 * i + 2 * N - 1);
    free(a);
    free(b);
    return CHECKED();
}
