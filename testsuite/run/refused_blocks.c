// A loop over blocks, the last of which is cut off: the inner loop ends at the smaller of two bounds. The host steps through the blocks.
// sized: 1024 blocks go through all steps in one kernel where the device holds a fifth of them at once
// expect: device kernels=5
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void blocks(int n, int size, const double *a, double *b)
{
    #pragma acc kernels
    for (int k = 0; k < n; k += size)
        for (int i = k; i < MIN(k + size, n); i++)
            b[i] = a[i] + k / size;
}

int main(void)
{
    int n = 301, size = 64;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
    blocks(n, size, a, b);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == i + i / size);
    free(a);
    free(b);
    return CHECKED();
}
