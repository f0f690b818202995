// nvrtc: --fmad=false
// How many iterations lead from `from` to before `to` (to `to` itself if closed).
template <typename T>
static __device__ unsigned long accrs_trips(T from, T to, unsigned long step, bool closed)
{
    if (from > to || (from == to && !closed))
        return 0;
    const unsigned long distance = (unsigned long)to - (unsigned long)from;
    return closed ? distance / step + 1 : (distance - 1) / step + 1;
}

// One gang's share of consecutive iterations: gang(static:*).
[[maybe_unused]] static __device__ unsigned long accrs_share(unsigned long trips, unsigned long gangs)
{
    return trips > gangs ? (trips - 1) / gangs + 1 : 1;
}

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

// tile_inner.c:4  Map-g-v: p → block.x, i j tile(4, 16) → thread.x
extern "C" __global__ void tile_inner_planes_4(int n, int m, const float *__restrict__ a, float *s)
{
    for (int p = blockIdx.x; 0 <= p && p < n; p += gridDim.x) { // line 5
        float sum = {};
        sum = 0;
        float sum_part = 0.0f;
        const unsigned long i_trips = accrs_trips<int>(0, m, 1, false);
        const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
        const unsigned long i_tiles = accrs_share(i_trips, 16);
        const unsigned long j_tiles = accrs_share(j_trips, 4);
        for (unsigned long i_tile = 0; i_tile < i_tiles * j_tiles; i_tile += 1) { // line 8
            for (unsigned long i_element = threadIdx.x; i_element < 64; i_element += blockDim.x) {
                const unsigned long i_k = i_tile / j_tiles * 16 + i_element / 4;
                const unsigned long j_k = i_tile % j_tiles * 4 + i_element % 4;
                if (i_k < i_trips && j_k < j_trips) {
                    int i = (int)i_k;
                    int j = (int)j_k;
                    sum_part += a[(p * m + i) * m + j];
                }
            }
        }
        sum += accrs_reduce<accrs_add, accrs_x>(sum_part);
        if (threadIdx.x == 0) {
            s[p] = sum;
        }
    }
}
