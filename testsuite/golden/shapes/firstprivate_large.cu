// nvrtc: --fmad=false
// An array that is passed by value.
template <typename T>
struct accrs_array {
    T elements;
};

struct setup {
    int from;
    int to;
    float weight[4];
};
static_assert(sizeof(struct setup) == 24, "'setup' is laid out as on the host");

// firstprivate_large.c:12  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) firstprivate_large_apply_12(int skip, struct setup s, accrs_array<float [16]> table_value, int n, const float *__restrict__ a, float *out)
{
    __shared__ float table[16];
    if (threadIdx.x == 0) {
        (accrs_array<float [16]> &)table = table_value;
    }
    skip += 1;
    s.weight[0] *= 2;
    if (threadIdx.x == 0) {
        table[0] = skip;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 18
        out[i] = a[i] * s.weight[i & 3] + table[i + skip & 15];
    }
}
