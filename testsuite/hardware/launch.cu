// launch.cu: the kernels of launch.c by hand.
extern "C" __global__ void add(int n, double *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}

// One block.
extern "C" __global__ void add_up(int n, const double *x, double *out)
{
    __shared__ double part[4];
    double s = 0;
    for (int i = threadIdx.x; i < n; i += 128) s += x[i];
    for (int far = 16; far; far /= 2) s += __shfl_down_sync(~0u, s, far);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) *out = part[0] + part[1] + part[2] + part[3];
}
