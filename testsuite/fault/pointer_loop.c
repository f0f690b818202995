// A loop down from one pointer to another one: which memory is meant can't be told, and nobody put it on the device.
// devices: sim nvidia
// message: pointer_loop.c:10 (in clear, parallel loop): last points to host memory (0x
// message: what is: other[0:3] (24 bytes at 0x
// message: copy(last[0:n])
#include <stdlib.h>

static void clear(double *first, double *last)
{
    #pragma acc parallel loop
    for (double *p = last; p >= first; p--)
        *p = 0;
}

int main(void)
{
    double *a = calloc(10, sizeof *a), other[3] = {1, 2, 3};
    #pragma acc data copyin(other[0:3])
    clear(a, a + 9);
    free(a);
    return 0;
}
