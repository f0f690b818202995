// A pointer without a section that the kernel follows only under a condition: the fault names it, and no other.
// devices: sim nvidia
// message: pointer_unused_path.c:14
// message: given the host's address of what is not on the device: a (0x
// message: add a data clause
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = 100, *a = calloc(n, sizeof *a), *order = calloc(n, sizeof *order);
    (void)argv;
    #pragma acc enter data copyin(order[0:n])
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        if (argc > 0 && order[i] == 0)
            a[order[i]] = i;
    printf("not told\n");
    return 0;
}
