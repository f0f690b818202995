// nvrtc: --fmad=false
// Sets of thread axes, as template arguments.
enum { accrs_x = 1, accrs_y = 2, accrs_z = 4 };

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

// This block's index among all of the grid, and how many those are.
[[maybe_unused]] static __device__ size_t accrs_gang()
{
    return ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
static __device__ size_t accrs_gangs()
{
    return (size_t)gridDim.x * gridDim.y * gridDim.z;
}

// Scratch memory: areas that hold `bytes` for each block, behind others with `offset` for each.
[[maybe_unused]] static __device__ void *accrs_area(void *scratch, size_t offset, size_t bytes)
{
    return (char *)scratch + accrs_gangs() * offset + accrs_gang() * bytes;
}

// The next multiple of 16: where an area may start.
static __device__ size_t accrs_round(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
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

// section_reduced_gang.c:4  Map-g: i → block.x
extern "C" __global__ void __launch_bounds__(1) section_reduced_gang_columns_4(int n, int from, int to, const double *__restrict__ a, int m, double *__restrict__ sum_result, void *accrs_scratch, unsigned *accrs_arrived)
{
    const size_t sum_length = to - from > 0 ? to - from : 0;
    const long sum_lower = from;
    double *sum_copy = (double *)accrs_area(accrs_scratch, 0, accrs_lanes<7>() * sum_length * sizeof(double)) + accrs_lane<7>() * sum_length;
    double *sum = sum_copy - sum_lower;
    for (size_t accrs_k = 0; accrs_k < sum_length; accrs_k++) {
        sum_copy[accrs_k] = 0.0;
    }
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        for (int j = from; j < to; j++) {
            sum[j] += a[i * m + j];
        }
    }
    double *sum_left = (double *)accrs_area(accrs_scratch, 0 + accrs_round(accrs_lanes<7>() * sum_length * sizeof(double)), sum_length * sizeof(double));
    for (size_t accrs_k = 0; accrs_k < sum_length; accrs_k++) {
        if (accrs_lane<7>() == 0)
            sum_left[accrs_k] = sum_copy[accrs_k];
    }
    if (accrs_last_gang(accrs_arrived)) {
        const double *sum_gangs = sum_left - accrs_gang() * sum_length;
        for (size_t accrs_k = accrs_lane<7>(); accrs_k < sum_length; accrs_k += accrs_lanes<7>()) {
            double sum_sum = 0.0;
            for (size_t accrs_g = 0; accrs_g < accrs_gangs(); accrs_g++)
                sum_sum += sum_gangs[accrs_g * sum_length + accrs_k];
            sum_result[sum_lower + accrs_k] += sum_sum;
        }
    }
}
