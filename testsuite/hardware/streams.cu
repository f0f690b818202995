// streams.cu: the loops of streams.c as CUDA by hand.
extern "C" __global__ void copy(int n, const double *__restrict__ x, double *__restrict__ z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i];
}

extern "C" __global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

extern "C" __global__ void triad(int n, double a, const double *__restrict__ x, const double *__restrict__ y, double *__restrict__ z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = y[i] + a * x[i];
}

// Combines a value of each thread of a block of 256; the first thread has the result.
template <class Op> __device__ double over_block(double value, double none, Op op)
{
    __shared__ double part[8];
    for (int far = 16; far; far /= 2) value = op(value, __shfl_down_sync(~0u, value, far));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < 8 ? part[threadIdx.x] : none;
    if (threadIdx.x < 32)
        for (int far = 4; far; far /= 2) value = op(value, __shfl_down_sync(~0u, value, far));
    return value;
}
struct Add { __device__ double operator()(double a, double b) { return a + b; } };
struct Most { __device__ double operator()(double a, double b) { return a > b ? a : b; } };

extern "C" __global__ void dot(int n, const double *__restrict__ x, const double *__restrict__ y, double *out)
{
    double s = 0;
    int stride = gridDim.x * blockDim.x;
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) s += x[i] * y[i];
    s = over_block(s, 0, Add());
    if (threadIdx.x == 0) atomicAdd(out, s);
}

extern "C" __global__ void sum(int n, const double *__restrict__ x, const double *, double *out)
{
    double s = 0;
    int stride = gridDim.x * blockDim.x;
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) s += x[i];
    s = over_block(s, 0, Add());
    if (threadIdx.x == 0) atomicAdd(out, s);
}

// The values are not negative, so that they compare as their bits do.
extern "C" __global__ void largest(int n, const double *__restrict__ x, const double *, double *out)
{
    double most = -1;
    int stride = gridDim.x * blockDim.x;
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) most = x[i] > most ? x[i] : most;
    most = over_block(most, -1, Most());
    if (threadIdx.x == 0) atomicMax((long long *)out, __double_as_longlong(most));
}
