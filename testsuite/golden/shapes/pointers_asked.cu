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

// pointers_asked.c:7  Map-gv-gv: j → block.y thread.y, i → block.x thread.x
extern "C" __global__ void pointers_asked_columns_7(int n, int m, const double *b, double *a)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < m; j += gridDim.y * blockDim.y) { // line 8
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) {
            a[j * n + i] = 2 * b[j * n + i];
        }
    }
}

// pointers_asked.c:7  serial
extern "C" __global__ void pointers_asked_columns_7_in_order(int n, int m, const double *b, double *a)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            a[j * n + i] = 2 * b[j * n + i];
        }
    }
}

// pointers_asked.c:17  Map-gv: i → block.x thread.x
extern "C" __global__ void pointers_asked_steps_17(int n, const double *b, const double *c, double *a, double *sum_result, void *accrs_scratch)
{
    double sum = 0.0;
    for (int i = 1 + blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) {
        a[i] = b[i - 1] + c[i];
        sum += b[i];
    }
    accrs_reduce_gangs<accrs_add, double>(accrs_reduce<accrs_add, accrs_x>(sum), 0.0, sum_result, accrs_scratch, 0, 16, 0);
}

// pointers_asked.c:17  serial
extern "C" __global__ void pointers_asked_steps_17_in_order(int n, const double *b, const double *c, double *a, double *sum)
{
    for (int i = 1; i < n; i++) {
        a[i] = b[i - 1] + c[i];
        *sum += b[i];
    }
}

// pointers_asked.c:28  Map-gv: i → block.x thread.x
extern "C" __global__ void pointers_asked_clauses_28(int n, float *q, const float *given, float *p)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 29
        if (i % 2) {
            p[i] = q[i + 1] + given[i];
        }
    }
}

// pointers_asked.c:28  serial
extern "C" __global__ void pointers_asked_clauses_28_in_order(int n, float *q, const float *given, float *p)
{
    for (int i = 0; i < n; i++) {
        if (i % 2) {
            p[i] = q[i + 1] + given[i];
        }
    }
}
