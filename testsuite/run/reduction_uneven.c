// Reductions over trips that don't fill the levels: 0, 1, 2, odd numbers, fewer than lanes, more than all.
// expect: device kernels=24
// expect: multicore host_kernels=24
#include "check.h"

static long sum(int n, int which)
{
    long s = 1000;
    if (which == 0) {
        #pragma acc parallel loop gang vector num_gangs(4) vector_length(32) reduction(+:s)
        for (int i = 0; i < n; i++)
            s += i;
    } else if (which == 1) {
        #pragma acc parallel loop gang worker vector num_gangs(3) num_workers(3) vector_length(33) reduction(+:s)
        for (int i = 0; i < n; i++)
            s += i;
    } else {
        #pragma acc kernels loop reduction(+:s)
        for (int i = 0; i < n; i++)
            s += i;
    }
    return s;
}

int main(void)
{
    int sizes[8] = {0, 1, 2, 31, 97, 128, 1001, 100003};
    for (int k = 0; k < 8; k++)
        for (int which = 0; which < 3; which++)
            CHECK(sum(sizes[k], which) == 1000 + (long)sizes[k] * (sizes[k] - 1) / 2);
    return CHECKED();
}
