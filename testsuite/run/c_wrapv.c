// Under -fwrapv sums of signed integers wrap around in kernels too. On a GPU their overflow is undefined, whatever the option says.
// devices: multicore sim
// run: -O2 -fwrapv
// expect: sim kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <limits.h>
#define N 100

int main(void)
{
    int wrapped = 0;
    #pragma acc parallel loop reduction(+ : wrapped)
    for (int i = 0; i < N; i++) {
        int big = INT_MAX - i;
        if (big + 1 + N < big)
            wrapped++;
    }
    CHECK(wrapped == N);
    return CHECKED();
}
