// Gaussian elimination over flat storage: the matrix is updated in place in a triangle that shrinks, and blocks that wait for each other step through the pivots.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <math.h>
#include <stdlib.h>

static void eliminate(int n, double *a)
{
    #pragma acc kernels
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i * n + k] /= a[k * n + k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
}

int main(void)
{
    int n = 20;
    double *a = malloc(n * n * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i == j ? n + 1 : 1;
    eliminate(n, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k <= i && k <= j; k++)
                s += (i == k ? 1 : a[i * n + k]) * a[k * n + j];
            CHECK(fabs(s - (i == j ? n + 1 : 1)) < 1e-9);
        }
    free(a);
    return CHECKED();
}
