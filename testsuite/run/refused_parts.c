// Several pointers into one allocation, which don't overlap as far as they are used.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void split(int n, double *all)
{
    double *x = all, *y = all + n, *z = all + 2 * n;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
        z[i] = x[i] + 1;
    }
}

int main(void)
{
    int n = 300;
    double *a = malloc(3 * n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    split(n, a);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i && a[n + i] == 2 * i && a[2 * n + i] == i + 1);
    free(a);
    return CHECKED();
}
