// A bare pointer with subscripts that can't be bounded, and nothing on the device: the program stops before the kernel.
// devices: sim nvidia
// message: pointer_without_size.c:12 (in scatter, parallel loop): a points to host memory (0x
// message: what is: order[0:n] (40 bytes at 0x
// message: copy(a[0:n])
// message: enter data
// message: deviceptr(a)
#include <stdlib.h>

static void scatter(int *a, const int *order, int n)
{
    #pragma acc parallel loop copyin(order[0:n])
    for (int i = 0; i < n; i++)
        a[order[i]] = i;
}

int main(void)
{
    int *a = calloc(10, sizeof *a), order[10];
    for (int i = 0; i < 10; i++)
        order[i] = 9 - i;
    scatter(a, order, 10);
    free(a);
    return 0;
}
