// A loop over a pointer to memory that nobody put on the device, in a data region that holds something else.
// devices: sim nvidia
// message: pointer_loop.c:10 (in clear, parallel loop): a points to host memory (0x
// message: what is: other[0:3] (24 bytes at 0x
// message: copy(a[0:n])
#include <stdlib.h>

static void clear(double *a, int n)
{
    #pragma acc parallel loop
    for (double *p = a; p < a + n; p++)
        *p = 0;
}

int main(void)
{
    double *a = calloc(10, sizeof *a), other[3] = {1, 2, 3};
    #pragma acc data copyin(other[0:3])
    clear(a, 10);
    free(a);
    return 0;
}
