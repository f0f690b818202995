// nvrtc: --fmad=false
#define ACCRS_INFINITY __longlong_as_double(0x7ff0000000000000LL)
#define ACCRS_NAN __longlong_as_double(0x7ff8000000000000LL)

// Sets of thread axes, as template arguments.
enum { accrs_x = 1, accrs_y = 2, accrs_z = 4 };

template <unsigned words>
static __device__ void *accrs_slot_memory()
{
    alignas(16) __shared__ unsigned long long slots[1024 * words];
    return slots;
}

// A slot of shared memory for each thread of the block, whatever is in it.
template <typename T>
static __device__ T *accrs_slots()
{
    const unsigned words = 1;
    static_assert(sizeof(T) <= 8 * words, "a slot holds a number");
    return (T *)accrs_slot_memory<words>();
}

// This thread's index among the threads along `axes` (bits x, y, z), and how many those are.
template <int axes>
static __device__ unsigned accrs_lane()
{
    unsigned lane = 0;
    if (axes & accrs_z)
        lane = threadIdx.z;
    if (axes & accrs_y)
        lane = lane * blockDim.y + threadIdx.y;
    if (axes & accrs_x)
        lane = lane * blockDim.x + threadIdx.x;
    return lane;
}
template <int axes>
static __device__ unsigned accrs_lanes()
{
    return (axes & accrs_x ? blockDim.x : 1) * (axes & accrs_y ? blockDim.y : 1) * (axes & accrs_z ? blockDim.z : 1);
}

struct accrs_add {
    template <typename T>
    static __device__ T apply(T a, T b) { return a + b; }
};

struct accrs_max {
    template <typename T>
    static __device__ T apply(T a, T b) { return b > a ? b : a; }
};

// Combines the values of the threads along `axes` in a tree; all of them get the result.
// All threads of the block take part.
template <typename Op, int axes, typename T>
static __device__ T accrs_reduce(T value)
{
    const unsigned lane = accrs_lane<axes>(), lanes = accrs_lanes<axes>();
    T *slots = accrs_slots<T>() + accrs_lane<7 & ~axes>() * lanes;
    slots[lane] = value;
    __syncthreads();
    for (unsigned n = lanes; n > 1; n = (n + 1) / 2) {
        const unsigned half = (n + 1) / 2;
        if (lane < n / 2)
            slots[lane] = Op::apply(slots[lane], slots[lane + half]);
        __syncthreads();
    }
    value = slots[0];
    __syncthreads();
    return value;
}

// Scratch memory: `fixed` bytes, then areas that hold `bytes` for each block.
[[maybe_unused]] static __device__ void *accrs_area(void *scratch, size_t fixed, size_t offset, size_t bytes)
{
    const size_t blocks = (size_t)gridDim.x * gridDim.y * gridDim.z;
    const size_t block = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return (char *)scratch + fixed + blocks * offset + block * bytes;
}

// Each block leaves its first thread's value; the last block to do so combines all of them in
// the order of the blocks' indices, and with what the variable held before.
template <typename Op, typename T>
static __device__ void accrs_reduce_gangs(T value, T identity, T *result, void *scratch, size_t counter, size_t fixed,
                                          size_t offset)
{
    const size_t blocks = (size_t)gridDim.x * gridDim.y * gridDim.z;
    const unsigned lane = accrs_lane<7>(), lanes = accrs_lanes<7>();
    __shared__ bool last;
    if (lane == 0) {
        *(volatile T *)accrs_area(scratch, fixed, offset, sizeof(T)) = value;
        __threadfence();
        last = atomicAdd((unsigned *)((char *)scratch + counter), 1u) == (unsigned)blocks - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        const volatile T *parts = (const volatile T *)((char *)scratch + fixed + blocks * offset);
        const size_t share = (blocks + lanes - 1) / lanes;
        T part = identity;
        for (size_t i = lane * share; i < (lane + 1) * share && i < blocks; i++)
            part = Op::apply(part, (T)parts[i]);
        part = accrs_reduce<Op, 7>(part);
        if (lane == 0)
            *result = Op::apply(*result, part);
    }
    __syncthreads();
}

// automatic_lanes.c:5  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void automatic_lanes_rows_5(int n, int m, const double *__restrict__ a, const double *__restrict__ x, double *y)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 6
        double sum = {};
        sum = 0;
        double sum_part = 0.0;
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 8
            sum_part += a[i * m + j] * x[j];
        }
        sum += accrs_reduce<accrs_add, accrs_x>(sum_part);
        if (threadIdx.x == 0) {
            y[i] = sum;
        }
    }
}

// automatic_lanes.c:17  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void automatic_lanes_change_17(int n, int m, const float *__restrict__ a, float *most_result, float *__restrict__ b, void *accrs_scratch)
{
    float most = -(float)ACCRS_INFINITY;
    for (int i = 1 + blockIdx.x; 0 <= i && i < n - 1; i += gridDim.x) { // line 18
        for (int j = 1 + threadIdx.x; 0 <= j && j < m - 1; j += blockDim.x) { // line 19
            float new_ = (a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]) / 4;
            float by = new_ - a[i * m + j];
            if (by > most) {
                most = by;
            }
            b[i * m + j] = new_;
        }
    }
    accrs_reduce_gangs<accrs_max, float>(accrs_reduce<accrs_max, accrs_x>(most), -(float)ACCRS_INFINITY, most_result, accrs_scratch, 0, 16, 0);
}

// automatic_lanes.c:30  Map-gv: i → block.x thread.x
extern "C" __global__ void automatic_lanes_sparse_30(int n, const int *__restrict__ row, const double *__restrict__ a, const double *__restrict__ x, const int *__restrict__ column, double *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 31
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++) {
            sum += a[k] * x[column[k]];
        }
        y[i] = sum;
    }
}
