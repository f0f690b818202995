// The same on a queue: the wait that tells the fault names the pointer too.
// devices: sim nvidia
// message: pointer_unused_async_main_14
// message: given the host's address of what is not on the device: a (0x
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = 100, *a = calloc(n, sizeof *a), *order = calloc(n, sizeof *order);
    (void)argv;
    #pragma acc enter data copyin(order[0:n])
    /* On a queue. */
    #pragma acc parallel loop async(3)
    for (int i = 0; i < n; i++)
        if (argc > 0 && order[i] == 0)
            a[order[i]] = i;
    #pragma acc wait(3)
    printf("not told\n");
    return 0;
}
