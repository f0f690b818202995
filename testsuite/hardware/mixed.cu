// mixed.cu: the loops of mixed.c as CUDA by hand.

// Each block counts in a copy of its own.
extern "C" __global__ void histogram(int n, const int *__restrict__ keys, int *bins)
{
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[keys[i] & 255], 1);
    __syncthreads();
    if (own[threadIdx.x]) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Eight lanes a row.
extern "C" __global__ void product(int rows, const int *__restrict__ starts, const int *__restrict__ columns,
                                   const double *__restrict__ values, const double *__restrict__ x, double *__restrict__ y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    double s = 0;
    if (row < rows)
        for (int k = starts[row] + lane; k < starts[row + 1]; k += 8) s += values[k] * x[columns[k]];
    for (int far = 4; far; far /= 2) s += __shfl_down_sync(~0u, s, far, 8);
    if (row < rows && lane == 0) y[row] = s;
}

// A block a row.
extern "C" __global__ void row_sums(int n, const double *__restrict__ a, double *__restrict__ out)
{
    __shared__ double part[8];
    double s = 0;
    for (int j = threadIdx.x; j < n; j += 256) s += a[(size_t)blockIdx.x * n + j];
    for (int far = 16; far; far /= 2) s += __shfl_down_sync(~0u, s, far);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) s += part[k];
        out[blockIdx.x] = s;
    }
}

// Threads side by side have columns side by side, blocks above each other parts of the rows; `out` holds 0.
extern "C" __global__ void column_sums(int n, const double *__restrict__ a, double *out)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    double s = 0;
    #pragma unroll 8
    for (int i = blockIdx.y; i < n; i += gridDim.y) s += a[(size_t)i * n + j];
    atomicAdd(&out[j], s);
}

// Places in shared memory, 256 at a time.
extern "C" __global__ void forces(int n, const float *__restrict__ px, const float *__restrict__ py, const float *__restrict__ pz,
                                  float *__restrict__ fx, float *__restrict__ fy, float *__restrict__ fz)
{
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float x = i < n ? px[i] : 0, y = i < n ? py[i] : 0, z = i < n ? pz[i] : 0, ax = 0, ay = 0, az = 0;
    for (int from = 0; from < n; from += 256) {
        int j = from + threadIdx.x;
        tile[threadIdx.x] = j < n ? make_float4(px[j], py[j], pz[j], 1) : make_float4(0, 0, 0, 0);
        __syncthreads();
        #pragma unroll 16
        for (int k = 0; k < 256; k++) {
            float4 p = tile[k];
            float dx = p.x - x, dy = p.y - y, dz = p.z - z;
            float over = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = p.w * over * over * over;
            ax += dx * w, ay += dy * w, az += dz * w;
        }
        __syncthreads();
    }
    if (i < n) fx[i] = ax, fy[i] = ay, fz[i] = az;
}
