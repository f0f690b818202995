// A vector length that only the run knows, over what a block of the device has.
// run: -O2
// devices: sim
// message: vector_too_long.c:12
// message: a block of 2048x1x1 is 2048 threads, and the device allows 1024: lower vector_length
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 4000, length = argc > 1 ? atoi(argv[1]) : 2048;
    int *a = calloc((size_t)n, sizeof *a);
    #pragma acc parallel loop vector_length(length) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
    printf("%d\n", a[n - 1]);
    free(a);
    return 0;
}
