// An array turned around in place, half with half, and copied backwards.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>

static void reverse(int n, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < n / 2; i++) {
        double t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}

static void backwards(int n, const double *a, double *b)
{
    #pragma acc kernels
    for (int i = n - 1; i >= 0; i--)
        b[n - 1 - i] = a[i];
}

int main(void)
{
    int n = 301;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = i;
    reverse(n, a);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == n - 1 - i);
    backwards(n, a, b);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == i);
    free(a);
    free(b);
    return CHECKED();
}
