// A symmetric matrix of which the lower triangle is stored, row behind row: a[i*(i+1)/2 + j].
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void rows(int n, const double *restrict a, double *restrict y)
{
    #pragma acc kernels copyin(a[0:n * (n + 1) / 2])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += a[i * (i + 1) / 2 + j];
        y[i] = s;
    }
}

int main(void)
{
    int n = 90;
    double *a = malloc(n * (n + 1) / 2 * sizeof *a), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i % 9 + 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * (i + 1) / 2 + j] = x[i] * x[j];
    rows(n, a, y);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += x[i] * x[j];
        CHECK(y[i] == s);
    }
    free(a);
    free(x);
    free(y);
    return CHECKED();
}
