// The same with an address that a data construct around has brought.
// env: ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1
// message: lacking_deviceptr_around.c:13 (in main, parallel loop): big[0:1 << 20]: out of memory on
// message: 8388608 bytes asked for
#include <openacc.h>
#include <stdlib.h>

int main(void)
{
    double *big = calloc(1 << 20, sizeof *big);
    double *p = acc_malloc(1000 * sizeof *p);
    #pragma acc data deviceptr(p)
    #pragma acc parallel loop copy(big[0:1 << 20])
    for (int i = 0; i < 1 << 20; i++)
        big[i] = p[i % 1000] = 1;
    acc_free(p);
    free(big);
    return 0;
}
