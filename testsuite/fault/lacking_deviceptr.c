// A construct whose data doesn't fit, and that uses memory of the device by its address: the cores can't run it.
// env: ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1
// message: lacking_deviceptr.c:13 (in main, parallel loop): out of memory
// message: 8388608 bytes asked for
// message: the cores can't run it instead: p is an address of the device
#include <openacc.h>
#include <stdlib.h>

int main(void)
{
    double *big = calloc(1 << 20, sizeof *big);
    double *p = acc_malloc(1000 * sizeof *p);
    #pragma acc parallel loop copy(big[0:1 << 20]) deviceptr(p)
    for (int i = 0; i < 1 << 20; i++)
        big[i] = p[i % 1000] = 1;
    acc_free(p);
    free(big);
    return 0;
}
