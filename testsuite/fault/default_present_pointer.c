// default(present) with a pointer to what isn't: told before the kernel runs.
// devices: sim nvidia
// message: default_present_pointer.c:9 (in clear, parallel loop): a points to host memory (0x
// message: nothing is
#include <stdlib.h>

static void clear(double *a, int n)
{
    #pragma acc parallel loop default(present)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}

int main(void)
{
    double *a = calloc(10, sizeof *a);
    clear(a, 10);
    free(a);
    return 0;
}
