// nvrtc: --fmad=false
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

// This block's index among all of the grid, and how many those are.
static __device__ size_t accrs_gang()
{
    return ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
static __device__ size_t accrs_gangs()
{
    return (size_t)gridDim.x * gridDim.y * gridDim.z;
}

// Whether this block is the last to come here, and sees what the others have left in memory.
// All threads of the block take part.
static __device__ bool accrs_last_gang(void *scratch, size_t counter)
{
    __shared__ bool last;
    if (accrs_lane<7>() == 0) {
        __threadfence();
        last = atomicAdd((unsigned *)((char *)scratch + counter), 1u) == (unsigned)accrs_gangs() - 1;
    }
    __syncthreads();
    const bool result = last;
    __threadfence();
    __syncthreads();
    return result;
}

// array_reduced_gang.c:5  Map-gv: i → block.x thread.x
extern "C" __global__ void array_reduced_gang_histogram_5(int n, const unsigned char *x, int *bins_result, void *accrs_scratch)
{
    int bins[8];
    for (int accrs_k = 0; accrs_k < 8; accrs_k++) {
        bins[accrs_k] = 0;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 6
        bins[x[i] >> 5]++;
    }
    int *bins_left = (int *)accrs_area(accrs_scratch, 16, 0, 8 * sizeof(int));
    for (int accrs_k = 0; accrs_k < 8; accrs_k++) {
        const int bins_sum = accrs_reduce<accrs_add, accrs_x>(bins[accrs_k]);
        if (accrs_lane<7>() == 0)
            bins_left[accrs_k] = bins_sum;
    }
    if (accrs_last_gang(accrs_scratch, 0)) {
        const int *bins_gangs = bins_left - accrs_gang() * 8;
        for (size_t accrs_k = accrs_lane<7>(); accrs_k < 8; accrs_k += accrs_lanes<7>()) {
            int bins_sum = 0;
            for (size_t accrs_g = 0; accrs_g < accrs_gangs(); accrs_g++)
                bins_sum += bins_gangs[accrs_g * 8 + accrs_k];
            bins_result[accrs_k] += bins_sum;
        }
    }
}
