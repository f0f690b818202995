// Bounds with a ghost width that is known at run time: the rows' length has a sign that nothing proves, and the size is inferred.
// run: -O2 -Werror=openacc
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdlib.h>

static void inner(int nx, int ny, int pad, double *a)
{
#pragma acc kernels
#pragma acc loop independent
    for (int i = pad; i < ny - pad; i++)
#pragma acc loop independent
        for (int j = pad; j < nx - pad; j++)
            a[i * nx + j] = 1;
}

static void downwards(int stride, int n, int pad, double *a)
{
#pragma acc parallel loop
    for (int i = pad; i < n - pad; i++)
        a[i * stride] += 2;
}

int main(void)
{
    int nx = 20, ny = 30, pad = 2;
    double *a = calloc(nx * ny, sizeof *a);
    inner(nx, ny, pad, a);
    for (int i = 0; i < ny; i++)
        for (int j = 0; j < nx; j++)
            CHECK(a[i * nx + j] == (i >= pad && i < ny - pad && j >= pad && j < nx - pad));
    /* Nothing to do: nothing is touched. */
    inner(3, 3, 2, a);
    downwards(-1, 10, 1, a + 9);
    CHECK(a[0] == 0 && a[1] == 2 && a[8] == 2 && a[9] == 0);
    free(a);
    return CHECKED();
}
