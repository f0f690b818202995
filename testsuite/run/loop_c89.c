// C89: declarations at the head of blocks, loop variables declared outside, comments of the old kind.
// run: -O2 -std=gnu89
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#define N 150

static int a[N][N];

int main(void)
{
    int i, j, k, n = N;
    double t;
    #pragma acc parallel loop gang copyout(a) private(j)
    for (i = 0; i < n; i++) {
        #pragma acc loop vector
        for (j = 0; j < n; j++) {
            int value;
            value = i * n + j;
            a[i][j] = value;
        }
    }
    #pragma acc parallel loop collapse(2) copy(a)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            t = a[i][j] * 0.5; /* privatised without a clause */
            a[i][j] = (int)(t * 4);
        }
    #pragma acc kernels copy(a)
    {
        for (k = 0; k < n; k++)
            a[k][k] = -k;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            CHECK(a[i][j] == (i == j ? -i : 2 * (i * n + j)));
    return CHECKED();
}
