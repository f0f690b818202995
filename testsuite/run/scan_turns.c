// Scans where the table has newer values on the device: what a loop of the host holds there comes back first, queued work is waited for, and where
// the data that is looked for is on the device already, the table isn't read.
// expect: device kernels=15
// expect: multicore host_kernels=15
#include "check.h"
#include <stdlib.h>

enum { N = 80, M = 100 };

static void gather(const int *at, const double *x, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < N; i++)
        out[i] = x[at[i]];
}

int main(void)
{
    int *at = malloc(N * sizeof *at);
    double *x = malloc(M * sizeof *x), *restrict out = malloc(N * sizeof *out);
    for (int i = 0; i < M; i++)
        x[i] = i;

    for (int i = 0; i < N; i++)
        at[i] = -2000000000;
    for (int t = 0; t < 3; t++) {
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            at[i] = (i / 2 + t * 20) % M;
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            out[i] = x[at[i]] + t;
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i / 2 + 42);

    // A table that stays the same is held from turn to turn, and so is what it leads to.
    for (int t = 0; t < 3; t++) {
        #pragma acc kernels
        for (int i = 0; i < N; i++)
            out[i] += x[at[i]];
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == 4 * (i / 2) + 162);

    for (int i = 0; i < N; i++)
        at[i] = -2000000000;
    #pragma acc kernels async(1)
    for (int i = 0; i < N; i++)
        at[i] = M - 1 - i;
    #pragma acc wait(1) async(2)
    #pragma acc kernels async(2)
    for (int i = 0; i < N; i++)
        out[i] = x[at[i]];
    #pragma acc wait
    for (int i = 0; i < N; i++)
        CHECK(out[i] == M - 1 - i);

    for (int i = 0; i < N; i++)
        at[i] = -2000000000;
    #pragma acc enter data copyin(at[0:N], x[0:M])
    #pragma acc parallel loop present(at[0:N])
    for (int i = 0; i < N; i++)
        at[i] = i;
    gather(at, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i);
    #pragma acc exit data delete(x[0:M]) copyout(at[0:N])
    gather(at, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i);

    // Only the part of it that is used needs to be there.
    for (int i = 0; i < N; i++)
        at[i] = i % 10 + 40;
    #pragma acc enter data copyin(x[40:10])
    gather(at, x, out);
    for (int i = 0; i < N; i++)
        CHECK(out[i] == i % 10 + 40);
    #pragma acc exit data delete(x[40:10])
    free(at);
    free(x);
    free((void *)out);
    return CHECKED();
}
