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

// array_reduced_vector.c:4  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void array_reduced_vector_centres_4(int n, int m, const float (*__restrict__ p)[3], float (*centre)[3])
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        __shared__ float c[3];
        if (threadIdx.x == 0) {
            (accrs_array<float [3]> &)c = accrs_array<float [3]>{{(float)0, (float)0, (float)0}};
        }
        float c_part[3];
        for (int accrs_k = 0; accrs_k < 3; accrs_k++) {
            c_part[accrs_k] = 0.0f;
        }
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 8
            for (int d = 0; d < 3; d++) {
                c_part[d] += p[i * m + j][d];
            }
        }
        __syncthreads();
        for (int accrs_k = 0; accrs_k < 3; accrs_k++) {
            const float c_all = accrs_reduce<accrs_add, accrs_x>(c_part[accrs_k]);
            if (threadIdx.x == 0)
                c[accrs_k] += c_all;
        }
        if (threadIdx.x == 0) {
            for (int d = 0; d < 3; d++) {
                centre[i][d] = c[d] / m;
            }
        }
    }
}
