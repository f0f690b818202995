// What gcc takes with a warning: a data region without a clause, and sizes that are no numbers of gangs, workers or lanes, of which 1 is taken.
// run: -O2 -Wno-error=openacc
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"

int main(void)
{
    int a[10] = {0};
#pragma acc data
    {
#pragma acc parallel loop num_gangs(0) copy(a)
        for (int i = 0; i < 10; i++)
            a[i] += i;
#pragma acc parallel loop gang vector num_gangs(2) vector_length(-3) copy(a)
        for (int i = 0; i < 10; i++)
            a[i] += i;
    }
    for (int i = 0; i < 10; i++)
        CHECK(a[i] == 2 * i);
    return CHECKED();
}
