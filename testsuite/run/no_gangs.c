// Sizes below 1 that are known at run time only (OpenACC 3.3 §2.5.10): a warning, once for each place, and the usual size in
// their place, on every device.
// args: 1
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc - 2, a[100], sum = 0;
    (void)argv;
    for (int round = 0; round < 2; round++) {
#pragma acc parallel loop num_gangs(n) copyout(a)
        for (int i = 0; i < 100; i++)
            a[i] = i;
#pragma acc parallel loop gang worker num_workers(n - 1) reduction(+ : sum)
        for (int i = 0; i < 100; i++)
            sum += a[i];
#pragma acc parallel loop gang vector vector_length(n - argc) copy(a)
        for (int i = 0; i < 100; i++)
            a[i]++;
    }
    CHECK(sum == 2 * 4950 && a[99] == 100);
    return CHECKED();
}
