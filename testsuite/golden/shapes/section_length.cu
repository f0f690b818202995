// nvrtc: --fmad=false
// Sets of thread axes, as template arguments.
enum { accrs_x = 1, accrs_y = 2, accrs_z = 4 };

template <unsigned words>
static __device__ void *accrs_slot_memory()
{
    alignas(16) __shared__ unsigned long long slots[384 * words];
    return slots;
}

// Slots of shared memory through which the block's threads exchange values, whatever is in them.
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

#ifndef ACCRS_SIM
// The value that a lane of the warp has, word by word.
template <typename T>
static __device__ T accrs_shuffle(T value, unsigned lane)
{
    unsigned words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
    for (unsigned &word : words)
        word = __shfl_sync(~0u, word, lane);
    memcpy(&value, words, sizeof(T));
    return value;
}
#endif

// Combines the values of the threads along `axes`; all of them get the result. All threads of the block take part, and
// meet. The block's shape fixes the order: lanes of a warp in a tree, then one warp after the other.
template <typename Op, int axes, typename T>
static __device__ T accrs_reduce(T value)
{
    // The thread's place in its group, and the groups of threads that are combined apart.
    const unsigned lane = accrs_lane<axes>(), lanes = accrs_lanes<axes>();
    const unsigned group = accrs_lane<7 & ~axes>(), groups = accrs_lanes<7 & ~axes>();
    // Whether threads of a group follow each other, so that warps hold parts of one.
    const bool neighbours = (axes & accrs_x || blockDim.x == 1) && (axes & accrs_y || !(axes & accrs_z) || blockDim.y == 1);
#ifdef ACCRS_SIM
    return __accrs_sim_reduce<Op>(value, lane, lanes, group, groups, neighbours, __LINE__);
#else
    T *slots = accrs_slots<T>();
    if (!neighbours) {
        slots[lane * groups + group] = value;
        __syncthreads();
        value = slots[group];
        for (unsigned n = 1; n < lanes; n++)
            value = Op::apply(value, slots[n * groups + group]);
        __syncthreads();
        return value;
    }
    const unsigned thread = group * lanes + lane, warp = thread / 32, at = thread % 32;
    const unsigned more = min(lanes - lane, 32 - at);
    for (unsigned by = 16; by > 0; by /= 2) {
        const T other = accrs_shuffle(value, at + by);
        if (by < more)
            value = Op::apply(value, other);
    }
    if (32 % lanes == 0) {
        value = accrs_shuffle(value, at - lane);
        __syncthreads();
        return value;
    }
    // Each part has a slot of its own: the next one is in another warp or in another group.
    if (lane == 0 || at == 0)
        slots[warp + group] = value;
    __syncthreads();
    const unsigned first = group * lanes / 32, last = (group * lanes + lanes - 1) / 32;
    value = slots[first + group];
    for (unsigned n = first + 1; n <= last; n++)
        value = Op::apply(value, slots[n + group]);
    __syncthreads();
    return value;
#endif
}

// This block's index among all of the grid, and how many those are.
[[maybe_unused]] static __device__ size_t accrs_gang()
{
    return ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
static __device__ size_t accrs_gangs()
{
    return (size_t)gridDim.x * gridDim.y * gridDim.z;
}

// Whether this block is the last to come here, and sees what the others have left in memory. All threads of the block take
// part. `arrived` counts the blocks, and is 0 again behind the last.
[[maybe_unused]] static __device__ bool accrs_last_gang(unsigned *arrived)
{
    const unsigned others = accrs_gangs() - 1;
    bool last = others == 0;
    if (!last && accrs_lane<7>() == 0) {
        __threadfence();
        last = atomicInc(arrived, others) == others;
    }
    last = __syncthreads_or(last);
    if (last)
        __threadfence();
    return last;
}

// Combines what all blocks have left, `bytes` apart; the numbers of blocks and of threads fix the order. The first thread gets the result.
// All threads of the block take part.
template <typename Op, typename T>
static __device__ T accrs_gathered(T identity, const T *parts, size_t bytes)
{
    T part = identity;
    for (size_t n = accrs_lane<7>(); n < accrs_gangs(); n += accrs_lanes<7>())
        part = Op::apply(part, *(const T *)((const char *)parts + n * bytes));
    return accrs_gangs() > 1 ? accrs_reduce<Op, 7>(part) : part;
}

// Leaves the block's part, combined along `axes`, in scratch memory behind areas with `offset` bytes for each block.
template <typename Op, int axes, typename T>
static __device__ void accrs_leave(T value, void *scratch, size_t offset)
{
    if (axes != 0)
        value = accrs_reduce<Op, axes>(value);
    if (accrs_lane<7>() == 0)
        ((T *)((char *)scratch + accrs_gangs() * offset))[accrs_gang()] = value;
}

// Combines what all blocks have left so with what the variable held before.
template <typename Op, typename T>
static __device__ void accrs_gather(T *result, T identity, const void *scratch, size_t offset)
{
    const T *parts = (const T *)((const char *)scratch + accrs_gangs() * offset);
    const T part = accrs_gathered<Op>(identity, parts, sizeof(T));
    if (accrs_lane<7>() == 0)
        *result = Op::apply(*result, part);
}

struct field {
    int n;
    double *v;
};
static_assert(sizeof(struct field) == 16, "'field' is laid out as on the host");

// section_length.c:10  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) section_length_part_10(int from, int len, const double *table, struct field *f, double *s_result, void *accrs_scratch, unsigned *accrs_arrived)
{
    double s = 0.0;
    const int i_to = from + len;
    for (long i = (long)from + blockIdx.x * blockDim.x + threadIdx.x; i < i_to; i += gridDim.x * blockDim.x) { // line 11
        s += table[i] * f->v[i];
    }
    accrs_leave<accrs_add, accrs_x, double>(s, accrs_scratch, 0);
    if (accrs_last_gang(accrs_arrived)) {
        accrs_gather<accrs_add, double>(s_result, 0.0, accrs_scratch, 0);
    }
}

// section_length.c:13  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) section_length_part_13(const double *__restrict__ table, double *s_result, void *accrs_scratch, unsigned *accrs_arrived)
{
    double s = 0.0;
    for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < 64; i += gridDim.x * blockDim.x) { // line 14
        s += table[i];
    }
    accrs_leave<accrs_add, accrs_x, double>(s, accrs_scratch, 0);
    if (accrs_last_gang(accrs_arrived)) {
        accrs_gather<accrs_add, double>(s_result, 0.0, accrs_scratch, 0);
    }
}
