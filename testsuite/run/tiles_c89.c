// C89: loops over tiles would declare their counters, so the nest keeps the user's loops.
// run: -O2 -std=gnu89
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#define N 70
static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i % 3;
            b[i][j] = j % 5;
        }
    #pragma acc kernels
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            CHECK(c[i][j] == 70.0 * (i % 3) * (j % 5));
    return CHECKED();
}
