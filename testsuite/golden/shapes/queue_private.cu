// nvrtc: --fmad=false
// An array that is passed by value.
template <typename T>
struct accrs_array {
    T elements;
};

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

struct pair {
    int a;
    int b;
};
static_assert(sizeof(struct pair) == 8, "'pair' is laid out as on the host");

// queue_private.c:11  Map-gv: i → block.x thread.x
extern "C" __global__ void queue_private_later_11(int n, int shift, const double *__restrict__ x, accrs_array<double [4]> table_value, struct pair p, double *__restrict__ y, double *total_result, void *accrs_scratch)
{
    __shared__ double table[4];
    if (threadIdx.x == 0) {
        (accrs_array<double [4]> &)table = table_value;
    }
    double total = 0.0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n - shift; i += gridDim.x * blockDim.x) { // line 12
        y[i] = x[i + shift] * table[i & 3] + p.a;
        total += y[i];
    }
    accrs_reduce_gangs<accrs_add, double>(accrs_reduce<accrs_add, accrs_x>(total), 0.0, total_result, accrs_scratch, 0, 16, 0);
}
