// A square matrix transposed in place over flat storage: each iteration exchanges a part of its row with a part of its column.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void transpose(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            int t = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = t;
        }
}

int main(void)
{
    int n = 40, *a = malloc(n * n * sizeof *a);
    for (int i = 0; i < n * n; i++)
        a[i] = i;
    transpose(n, a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            CHECK(a[i * n + j] == j * n + i);
    free(a);
    return CHECKED();
}
