// The device functions of cuda_device.c.
#include "cuda_device.cuh"
#include "cuda_device.cuh"
#include <cuda_runtime.h>

__constant__ double table[2] = {1.5, 2.5};

extern "C" __device__ double shape(double x, const double *w)
{
    pair p = {x, w[1]};
    return helper(p) + twice(w[0]) * table[1] + sqrt(x);
}

extern "C" {
__host__ __device__ void put(float *to, int i, unsigned char c)
{
    to[i] = c + int32_t(i);
}

// A thread's place in its warp, which each element's own thread has.
__device__ int where_on_device(int x)
{
    return threadIdx.x % warpSize == x ? x : -1;
}
}
