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

// sum_vector.c:5  Map-g-v: i → block.x, k → thread.x
extern "C" __global__ void sum_vector_spmv_5(int n, const int *__restrict__ start, const double *__restrict__ val, const double *__restrict__ x, const int *__restrict__ col, double *y)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 6
        double s = {};
        s = 0;
        double s_part = 0.0;
        const int k_from = start[i];
        const unsigned long k_trips = accrs_trips<int>(k_from, start[i + 1], 1, false);
        for (unsigned long k_k = threadIdx.x; k_k < k_trips; k_k += blockDim.x) { // line 9
            int k = (int)(k_from + (long)k_k);
            s_part += val[k] * x[col[k]];
        }
        s += accrs_reduce<accrs_add, accrs_x>(s_part);
        if (threadIdx.x == 0) {
            y[i] = s;
        }
    }
}
