// A table on the host of addresses in device memory: no clause names the rows, so these stay as they are, and the table alone is copied.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <openacc.h>
#define N 10
#define M 20

int main(void)
{
    double *a[N], host[M];
    for (int i = 0; i < N; i++) {
        a[i] = acc_malloc(sizeof host);
        for (int j = 0; j < M; j++)
            host[j] = 100 * i + j;
        acc_memcpy_to_device(a[i], host, sizeof host);
    }
#pragma acc parallel loop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] *= 2;
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] += i;
    for (int i = 0; i < N; i++) {
        acc_memcpy_from_device(host, a[i], sizeof host);
        for (int j = 0; j < M; j++)
            CHECK(host[j] == 2 * (100 * i + j) + i);
        acc_free(a[i]);
    }
    return CHECKED();
}
