// Loops whose comparison host compilers know from the types alone: OpenMP's own `for` refuses these. None has an iteration.
// run: -Wno-type-limits
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "check.h"
#include <limits.h>

int main(void)
{
    unsigned long start = 0;
    int first = 3, runs = 0;
    #pragma acc parallel loop reduction(+:runs)
    for (unsigned long i = start; i < 0ul; i++)
        runs++;
    #pragma acc parallel loop reduction(+:runs)
    for (unsigned i = (unsigned)start; 0 > i; i += 2)
        runs++;
    #pragma acc parallel loop reduction(+:runs)
    for (int i = first; i > 5000000000L; i--)
        runs++;
    #pragma acc parallel loop reduction(+:runs)
    for (long i = first; i < LONG_MIN; i++)
        runs++;
    CHECK(runs == 0);
    return CHECKED();
}
