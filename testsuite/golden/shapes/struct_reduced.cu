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

struct sums {
    double mass;
    float at[2];
};
static_assert(sizeof(struct sums) == 16, "'sums' is laid out as on the host");

// struct_reduced.c:9  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void struct_reduced_weigh_9(int n, int m, const double *w, struct sums *out, struct sums *all_result, void *accrs_scratch)
{
    __shared__ struct sums all;
    if (threadIdx.x == 0) {
        all.mass = 0.0;
        for (int accrs_m0 = 0; accrs_m0 < 2; accrs_m0++) {
            all.at[accrs_m0] = 0.0f;
        }
    }
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 10
        __shared__ struct sums own;
        if (threadIdx.x == 0) {
            own = {(double)0, {(float)0, (float)0}};
        }
        struct sums own_part;
        own_part.mass = 0.0;
        for (int accrs_m0 = 0; accrs_m0 < 2; accrs_m0++) {
            own_part.at[accrs_m0] = 0.0f;
        }
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 13
            own_part.mass += w[i * m + j];
            own_part.at[0] += j, own_part.at[1] += i;
        }
        __syncthreads();
        {
            const double own_all = accrs_reduce<accrs_add, accrs_x>(own_part.mass);
            if (threadIdx.x == 0)
                own.mass += own_all;
        }
        for (int accrs_m0 = 0; accrs_m0 < 2; accrs_m0++) {
            {
                const float own_all = accrs_reduce<accrs_add, accrs_x>(own_part.at[accrs_m0]);
                if (threadIdx.x == 0)
                    own.at[accrs_m0] += own_all;
            }
        }
        if (threadIdx.x == 0) {
            out[i] = own;
            all.mass += own.mass;
        }
    }
    __syncthreads();
    struct sums *all_left = (struct sums *)accrs_area(accrs_scratch, 16, 0, 1 * sizeof(struct sums));
    if (accrs_lane<7>() == 0)
        (*all_left).mass = all.mass;
    for (int accrs_m0 = 0; accrs_m0 < 2; accrs_m0++) {
        if (accrs_lane<7>() == 0)
            (*all_left).at[accrs_m0] = all.at[accrs_m0];
    }
    if (accrs_last_gang(accrs_scratch, 0)) {
        const struct sums *all_gangs = all_left - accrs_gang() * 1;
        if (accrs_lane<7>() == 0) {
            {
                double all_sum = 0.0;
                for (size_t accrs_g = 0; accrs_g < accrs_gangs(); accrs_g++)
                    all_sum += all_gangs[accrs_g].mass;
                (*all_result).mass += all_sum;
            }
            for (int accrs_m0 = 0; accrs_m0 < 2; accrs_m0++) {
                {
                    float all_sum = 0.0f;
                    for (size_t accrs_g = 0; accrs_g < accrs_gangs(); accrs_g++)
                        all_sum += all_gangs[accrs_g].at[accrs_m0];
                    (*all_result).at[accrs_m0] += all_sum;
                }
            }
        }
    }
}
