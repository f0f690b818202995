// Managed memory that the device doesn't give: the message about data that isn't there comes with the reason.
// run: -O2 -gpu=managed
// env: ACCRS_SIM_SHARES=managed ACCRS_SIM_FAIL=alloc:1 ACCRS_GPU_FAIL=cuMemAllocManaged:1=OUT_OF_MEMORY
// message: gives no more managed memory
// message: managed_lacking.c:11 (in main, parallel loop)
#include <stdlib.h>
int main(void)
{
    int n = 1000;
    int *a = malloc(n * sizeof *a);
    #pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
    int last = a[n - 1];
    free(a);
    return last != n - 1;
}
