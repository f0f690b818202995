// A device with one megabyte asked for eight: what was asked, for which variable, and what there is.
// env: ACCRS_SIM_MEMORY=1M ACCRS_GPU_MEMORY=1
// message: out_of_memory.c:12
// message: big
// message: memory
// message: leave it to the compute constructs inside
#include <stdlib.h>

int main(void)
{
    double *big = calloc(1 << 20, sizeof *big);
    #pragma acc data copy(big[0:1 << 20])
    {
        #pragma acc parallel loop
        for (int i = 0; i < 1 << 20; i++)
            big[i] = 1;
    }
    free(big);
    return 0;
}
