// The value of printf is the number of characters, where the device's printf is C's own; a GPU's is not, and there it is refused.
// devices: multicore sim
// expect: sim kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdio.h>

int main(void)
{
    int n = 0, m = 0;
    #pragma acc serial copy(n, m)
    {
        n = printf("start\n");
        m = printf("%d and %s\n", 12, "more");
    }
    CHECK(n == 6);
    CHECK(m == 12);
    return CHECKED();
}
