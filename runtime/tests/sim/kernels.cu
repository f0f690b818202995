/* Kernels of the simulator's own tests: plain CUDA. */
extern "C" __global__ void saxpy(long n, float a, const float *x, float *y)
{
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void who(unsigned *out)
{
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] += 1 + thread;
}

extern "C" __global__ void block_sum(int n, const double *x, double *sums)
{
    __shared__ double part[1024];
    double own = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += x[i];
    part[threadIdx.x] = own;
    __syncthreads();
    for (unsigned width = blockDim.x; width > 1;) {
        unsigned half = (width + 1) / 2;
        if (threadIdx.x + half < width) part[threadIdx.x] += part[threadIdx.x + half];
        width = half;
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

extern "C" __global__ void dynamic_sum(int n, const double *x, double *sums)
{
    ACCRS_DYNAMIC_SHARED(double, part);
    part[threadIdx.x] = threadIdx.x < n ? x[threadIdx.x] : 0.0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned i = 1; i < blockDim.x; i++) part[0] += part[i];
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = part[0];
}

extern "C" __global__ void shuffles(int *down, int *xored, unsigned *ballots, double *up)
{
    int t = threadIdx.x, sum = t;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    down[t] = sum;
    xored[t] = __shfl_xor_sync(0xffffffffu, t, 5);
    ballots[t] = __ballot_sync(0xffffffffu, t % 3 == 0);
    up[t] = __shfl_up_sync(0xffffffffu, 0.5 * t, 1, 8);
    __syncwarp();
    if (t % 32 < 8) down[t] += __shfl_sync(0xffu, 1000 * t, 3);
}

/* Each thread has its own number of turns: all stay for the longest. */
extern "C" __global__ void uneven(const int *turns, int *seen, int *most)
{
    int t = threadIdx.x, mine = 0, rounds = 0;
    while (__syncthreads_or(mine < turns[t])) {
        if (mine < turns[t]) mine++;
        rounds++;
    }
    seen[t] = mine;
    int count = __syncthreads_count(mine > 2), all = __syncthreads_and(mine < 100);
    if (t == 0) most[0] = rounds, most[1] = count, most[2] = all;
}

extern "C" __global__ void atomics(int *i, double *d, unsigned long long *u, float *least, unsigned *ticket)
{
    atomicAdd(i, 1);
    atomicAdd(d, 0.5);
    atomicMax(u, (unsigned long long)(blockIdx.x * blockDim.x + threadIdx.x));
    float v = 1000.0f - blockIdx.x;
    unsigned *bits = (unsigned *)least, old = *bits, seen;
    do {
        seen = old;
        if (__uint_as_float(seen) <= v) break;
        old = atomicCAS(bits, seen, __float_as_uint(v));
    } while (old != seen);
    atomicInc(ticket, 0xffffffffu);
}

__constant__ double weights[5] = {1, 2, 3, 4, 5};
__device__ int counter;
static const double *const rows[2] = {weights, weights + 1};
static __device__ int letter(int i)
{
    switch (i) {
    case 0: return 5;
    case 1: return 3;
    case 2: return 12;
    case 3: return 7;
    case 4: return 9;
    }
    return "abcdef"[i % 6];
}
static __device__ double pick(const double *from, int i) { return from[i]; }
extern "C" __global__ void globals(double *out, int i)
{
    __shared__ double tile[8];
    double own[64];
    for (int k = 0; k < 64; k++) own[(k * 7 + i) % 64] = k;
    tile[(threadIdx.x + i) % 8] = weights[(threadIdx.x + i) % 5];
    atomicAdd(&counter, 1);
    out[threadIdx.x] = pick(tile, (threadIdx.x + i) % 8) + 0 * own[i] + 0 * rows[i % 2][1] + 0 * letter(threadIdx.x);
}

extern "C" __global__ void copy_block(double *to, const double *from, int n)
{
    memcpy(to, from, n * sizeof(double));
}
extern "C" __global__ void read_at(const int *from, int index, int *out)
{
    if (blockIdx.x == 1 && threadIdx.x == 3) out[0] = from[index];
}
extern "C" __global__ void write_at(int *to, long index) { to[index] = 1; }
extern "C" __global__ void early_exit(int n)
{
    if (threadIdx.x >= n) return;
    __syncthreads();
}
extern "C" __global__ void together(int turns, unsigned leaver, unsigned *x, unsigned *wrong)
{
    __shared__ unsigned own;
    if (threadIdx.x == 0) own = blockIdx.x;
    for (int t = 1; t <= turns; t++) {
        if (threadIdx.x == blockDim.x - 1) x[blockIdx.x] = t;
        __accrs_sim_sync_blocks(__LINE__);
        for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
            if (x[b] != t || own != blockIdx.x) wrong[0] = 1;
        if (t == 3 && blockIdx.x == leaver) return;
        __accrs_sim_sync_blocks(__LINE__);
    }
}
extern "C" __global__ void apart(unsigned *x)
{
    x[blockIdx.x] = 1;
    if (blockIdx.x == 1)
        __accrs_sim_sync_blocks(__LINE__);
    else
        __accrs_sim_sync_blocks(__LINE__);
}
extern "C" __global__ void two_barriers(int *x)
{
    if (threadIdx.x % 2)
        __syncthreads();
    else {
        x[0] = 1;
        __syncthreads();
    }
}
extern "C" __global__ void lost_lane(int *x)
{
    if (threadIdx.x == 0) x[0] = __shfl_sync(0xffffffffu, 1, 0);
    else __syncthreads();
}
extern "C" __global__ void divide(int *x, int by) { x[0] = x[0] / by; }
extern "C" __global__ void deep(int *x, int n)
{
    volatile char big[2 << 20];
    big[n] = 1;
    x[0] = big[n];
}
extern "C" __global__ void unreachable(int n)
{
    if (n > 0) __builtin_trap();
}
extern "C" __global__ void claim(int n) { assert(n > 5); }
extern "C" __global__ void tiny(unsigned *out) { out[blockIdx.x] = blockIdx.x; }
extern "C" __global__ void slow(const int *turns, double *out)
{
    double x = 0;
    for (long i = 0; i < turns[0] * 1000L; i++) x = x * 0.5 + 1;
    out[blockIdx.x] = x;
}
extern "C" __global__ void jacobi(int n, int m, const float *__restrict__ A, float *__restrict__ B)
{
    for (int i = 1 + blockIdx.y * blockDim.y + threadIdx.y; i < n - 1; i += gridDim.y * blockDim.y)
        for (int j = 1 + blockIdx.x * blockDim.x + threadIdx.x; j < m - 1; j += gridDim.x * blockDim.x)
            B[i * m + j] = 0.25f * (A[i * m + j + 1] + A[i * m + j - 1] + A[(i - 1) * m + j] + A[(i + 1) * m + j]);
}
extern "C" __global__ void dgemm(int n, const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C)
{
    for (int i = blockIdx.y * blockDim.y + threadIdx.y; i < n; i += gridDim.y * blockDim.y)
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
}
extern "C" __global__ void barriers(int rounds, int *out)
{
    __shared__ int x;
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == r % blockDim.x) x = r;
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = x;
}
