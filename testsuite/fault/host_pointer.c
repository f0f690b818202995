// deviceptr of a host address: the kernel reads host memory, which a device can't. Kernel, line and variable are named.
// devices: sim nvidia
// message: host memory
// message: host_pointer.c:11
// message: given the host's address of what is not on the device: a (0x
#include <stdlib.h>

int main(void)
{
    int *a = calloc(100, sizeof *a);
    #pragma acc parallel loop deviceptr(a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
    free(a);
    return 0;
}
