// A table that the device has, and may have changed, is not read by the host to find out what a construct uses by it.
// devices: sim nvidia
// message: scan_on_device.c:10 (in gather, kernels): x points to host memory (0x
// message: what is: at[0:n] (160 bytes at 0x
// message: copy(x[0:n])
#include <stdlib.h>

static void gather(int n, const int *at, const double *x, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[i] = x[at[i]];
}

int main(void)
{
    int n = 40, *at = malloc(n * sizeof *at);
    double *x = malloc(n * sizeof *x), *out = malloc(n * sizeof *out);
    for (int i = 0; i < n; i++) {
        at[i] = -2000000000;
        x[i] = i;
    }
    #pragma acc enter data copyin(at[0:n])
    #pragma acc parallel loop present(at[0:n])
    for (int i = 0; i < n; i++)
        at[i] = i;
    gather(n, at, x, out);
    return 0;
}
