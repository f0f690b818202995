// Elements go where a table says: nothing tells that it is a permutation, so the loop runs in order, beside one that is parallel.
// report: Loop may carry a dependence
// expect: device kernels=2
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void scatter(int n, const int *restrict where, const double *restrict a, double *restrict b)
{
    #pragma acc kernels copy(b[0:n])
    {
        for (int i = 0; i < n; i++)
            b[i] = -1;
        for (int i = 0; i < n; i++)
            b[where[i]] = a[i];
    }
}

int main(void)
{
    int n = 300, *where = malloc(n * sizeof *where);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        where[i] = i * 7 % n / 2;
        a[i] = i;
    }
    scatter(n, where, a, b);
    double *want = malloc(n * sizeof *want);
    for (int i = 0; i < n; i++)
        want[i] = -1;
    for (int i = 0; i < n; i++)
        want[where[i]] = a[i];
    for (int i = 0; i < n; i++)
        CHECK(b[i] == want[i]);
    free(where);
    free(a);
    free(b);
    free(want);
    return CHECKED();
}
