// Elements are stored under a condition on data; the others keep what they had.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void clip(int n, double limit, const double *a, double *b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] > limit)
            b[i] = limit;
        else if (a[i] < -limit)
            b[i] = -limit;
    }
}

int main(void)
{
    int n = 300;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i % 21 - 10;
        b[i] = 77;
    }
    clip(n, 5, a, b);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == (a[i] > 5 ? 5 : a[i] < -5 ? -5 : 77));
    free(a);
    free(b);
    return CHECKED();
}
