// acc_malloc, deviceptr, acc_memcpy_to_device and back.
// expect: device kernels=1
#include "check.h"
#include "device.h"
#include <stdlib.h>
#include <string.h>
#define N 256

#ifndef _OPENACC
#define acc_malloc malloc
#define acc_free free
#define acc_memcpy_to_device memcpy
#define acc_memcpy_from_device memcpy
#endif

int main(void)
{
    int host[N];
    for (int i = 0; i < N; i++)
        host[i] = i;
    int *d = acc_malloc(sizeof host);
    CHECK(d != NULL);
    acc_memcpy_to_device(d, host, sizeof host);
    #pragma acc parallel loop deviceptr(d)
    for (int i = 0; i < N; i++)
        d[i] = 3 * d[i];
    acc_memcpy_from_device(host, d, sizeof host);
    acc_free(d);
    for (int i = 0; i < N; i++)
        CHECK(host[i] == 3 * i);
    return CHECKED();
}
