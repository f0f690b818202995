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

static __device__ double norm_(int m, const double *row);
static __device__ double accrs_norm__where(int m, const double *row, const bool accrs_active);

static __device__ double norm_(int m, const double *row)
{
    double s = 0;
    if (m <= 0) {
        return -1;
    }
    double s_part = 0.0;
    for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) {
        s_part += row[j] * row[j];
    }
    s += accrs_reduce<accrs_add, accrs_x>(s_part);
    return s;
}

static __device__ double accrs_norm__where(int m, const double *row, const bool accrs_active)
{
    double accrs_result = {};
    double s = {};
    if (accrs_active) {
        s = 0;
    }
    bool active = accrs_active && m <= 0;
    {
        if (active) {
            accrs_result = -1;
        }
    }
    bool active_2 = accrs_active && !active;
    {
        double s_part = 0.0;
        if (active_2) {
            for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) {
                s_part += row[j] * row[j];
            }
        }
        s_part = accrs_reduce<accrs_add, accrs_x>(s_part);
        if (active_2) {
            s += s_part;
        }
        if (active_2) {
            accrs_result = s;
        }
    }
    return accrs_result;
}

// routine_vector.c:15  Map-g: i → block.x
extern "C" __global__ void __launch_bounds__(128) routine_vector_norms_15(int n, int m, const double *__restrict__ a, double *s)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 16
        double norm_result = norm_(m, a + i * m);
        if (threadIdx.x == 0) {
            s[i] = norm_result;
        }
    }
}

// routine_vector.c:18  gang-worker-vector: i → block.x thread.y
extern "C" __global__ void __launch_bounds__(128) routine_vector_norms_18(int n, double *s, int m, const double *__restrict__ a)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    for (unsigned long i_base = (unsigned long)blockIdx.x * blockDim.y; i_base < i_trips; i_base += (unsigned long)gridDim.x * blockDim.y) {
        const unsigned long i_k = i_base + threadIdx.y;
        const bool active = i_k < i_trips;
        int i = (int)i_k;
        const bool active_2 = active && s[i] > 1;
        {
            __syncthreads();
            double norm_result = accrs_norm__where(m - 1, a + i * m, active_2);
            if (active_2 && threadIdx.x == 0) {
                s[i] = norm_result;
            }
        }
    }
}
