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

// sum_used_between.c:4  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void sum_used_between_normalise_4(int n, int m, float *a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        float s = {};
        s = 0;
        float most = {};
        most = 0;
        float s_part = 0.0f;
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 8
            s_part += a[i * m + j];
        }
        s += accrs_reduce<accrs_add, accrs_x>(s_part);
        float scale = {};
        scale = s != 0 ? 1 / s : 1;
        float most_part = -(float)ACCRS_INFINITY;
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 12
            a[i * m + j] *= scale;
            most_part = a[i * m + j] > most_part ? a[i * m + j] : most_part;
        }
        most = accrs_max::apply(most, accrs_reduce<accrs_max, accrs_x>(most_part));
        if (threadIdx.x == 0) {
            a[i * m] = most;
        }
    }
}
