// The second half of an array is computed from the first, which lie apart by a distance that is known at run time only.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void fold(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n / 2; i++)
        a[i + n / 2] = 2 * a[i];
}

int main(void)
{
    int n = 501, half = n / 2;
    double *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    fold(n, a);
    for (int i = 0; i < half; i++)
        CHECK(a[i] == i && a[i + half] == 2 * i);
    CHECK(a[n - 1] == n - 1);
    free(a);
    return CHECKED();
}
