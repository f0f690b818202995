// With pinned memory what the program allocates is page-locked, and queues copy it by themselves; data moves as clauses say.
// run: -gpu=pinned
// expect: device kernels=2 uploads=3 downloads=3
// calls: turn: cuMemcpyHtoDAsync_v2=1 cuMemcpyDtoHAsync_v2=1 cuLaunchKernel=1 cuStreamSynchronize=1 cuPointerGetAttributes=2
// openmp: it is about GPUs
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 20 };

/* The kernel changes each so manieth element: few where only calls are counted. */
static void turn(float *x, int step)
{
#pragma acc update device(x[0:N]) async(1)
#pragma acc parallel loop present(x[0:N]) async(1)
    for (int k = 0; k < N; k += step)
        x[k] = 2 * x[k] + 1;
#pragma acc update self(x[0:N]) async(1)
#pragma acc wait(1)
}

int main(int argc, char **argv)
{
    const int counted = argc > 2, turns = counted ? atoi(argv[2]) : 1;
    float *x = malloc(N * sizeof *x), *y = calloc(N, sizeof *y);
    if (!x || !y)
        return 1;
    for (int k = 0; k < N; k++)
        x[k] = k % 3;
#pragma acc data copyin(x[0:N])
    for (int t = 0; t < turns; t++)
        turn(x, counted ? 64 : 1);
    if (counted)
        return CHECKED();
    float *z = realloc(x, 2 * N * sizeof *z);
    if (!z)
        return 1;
    for (int k = 0; k < N; k++)
        CHECK(z[k] == 2 * (k % 3) + 1);
#pragma acc parallel loop copy(y[0:N]) copyout(z[0:N])
    for (int k = 0; k < N; k++)
        z[k] = y[k]++;
    for (int k = 0; k < N; k++)
        CHECK(z[k] == 0 && y[k] == 1);
    free(z);
    free(y);
    return CHECKED();
}
