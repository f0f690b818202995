// Managed memory in a program that is made for the host's cores alone: C's own functions serve it, whatever freed first.
// run: -O1 -gpu=managed --acc-target=multicore
// again: OMP_NUM_THREADS=1
// devices: multicore
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int n = 1000, *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    a = realloc(a, 2 * n * sizeof *a);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * i);
    char *copy = strdup("text");
    CHECK(!strcmp(copy, "text"));
    free(copy);
    free(a);
    return CHECKED();
}
