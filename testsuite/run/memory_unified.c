// Unified memory: devices use all of the host's memory where it is; nothing is allocated or moved.
// run: -O2 -gpu=unified
// env: ACCRS_GPU_SHARES=unified
// expect: device kernels=7 uploads=0 downloads=0 allocs=0
#include "check.h"
#include <openacc.h>
#include <stdlib.h>
#define N 1000

struct field {
    int n;
    int *values;
    int small[4];
};

static int table[N];
static int scale = 3;
#pragma acc declare copyin(scale)
int linked[N];
#pragma acc declare link(linked)

#pragma acc routine seq
static int scaled(int x)
{
    return x * scale;
}

int main(void)
{
    int n = N, local[N], *heap = malloc(N * sizeof *heap);
    struct field f = {N, heap, {1, 2, 3, 4}}, *pointer = &f;
    for (int i = 0; i < N; i++)
        heap[i] = local[i] = i;
    // What the host has done to a declared variable is seen.
    scale = 4;
    #pragma acc parallel loop copy(table) copyin(local)
    for (int i = 0; i < n; i++)
        table[i] = scaled(local[i]);
    CHECK(table[10] == 40);
    #pragma acc parallel loop
    for (int i = 0; i < pointer->n; i++)
        pointer->values[i] += pointer->small[i % 4];
    CHECK(heap[5] == 7);
    #pragma acc parallel loop present(table)
    for (int i = 0; i < n; i++)
        linked[i] = table[i];
    CHECK(linked[10] == 40);
    CHECK(acc_is_present(local, sizeof local) && acc_deviceptr(&f) == (void *)&f);
    #pragma acc data create(local)
    {
        #pragma acc parallel loop
        for (int i = 0; i < n; i++)
            local[i] = 2 * i;
        #pragma acc update self(local)
        CHECK(local[7] == 14);
    }
    // A reduction's variable, and one that kernels sets, are the host's own.
    int sum = 0, last = 0;
    #pragma acc parallel loop reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += local[i];
    CHECK(sum == N * (N - 1));
    #pragma acc serial copy(last)
    for (int i = 0; i < n; i++)
        last = local[i];
    CHECK(last == 2 * (N - 1));
    int *p = local, *q = local + 1;
    #pragma acc kernels copy(p[0:n - 1], q[0:n - 1])
    for (int i = 0; i < n - 1; i++)
        q[i] = p[i] + 1;
    CHECK(local[N - 1] == N - 1);
    free(heap);
    return CHECKED();
}
