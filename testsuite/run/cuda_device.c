// Constructs call device functions of a CUDA source, which stands beside the C files on the command line.
// run: -O2 -DSCALE=3
// with: parts/cuda_device.cu parts/cuda_device_host.c
// expect: device kernels=2
// expect: multicore host_kernels=2
// openmp: it has functions in CUDA
#include "check.h"
#include <math.h>
#define N 300

// On the host's cores these are cuda_device_host.c's, on a device the CUDA source's.
#pragma acc routine seq
extern double shape(double x, const double *w);
#pragma acc routine seq
extern void put(float *to, int i, unsigned char c);

// Here the names differ.
#pragma acc routine seq bind(where_on_device)
static int where(int x)
{
    return x;
}

int main(void)
{
    static double a[N], w[2] = {1, 2};
    static float f[N];
    static int p[N], threads;
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma acc parallel loop copy(a) copyin(w) copyout(f)
    for (int i = 0; i < N; i++) {
        a[i] = shape(a[i], w);
        put(f, i, 7);
    }
    for (int i = 0; i < N; i++)
        CHECK(a[i] == i * 3 + 2 + 5 + sqrt(i) && f[i] == 7 + i);
    #pragma acc parallel loop gang vector vector_length(32) copyout(p)
    for (int i = 0; i < N; i++)
        p[i] = where(i % 32);
    for (int i = 0; i < N; i++)
        threads += p[i] == i % 32;
    CHECK(threads == N);
    return CHECKED();
}
