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

// collapse_triangle.c:4  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) collapse_triangle_packed_4(int n, double *a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        int shift = {};
        shift = 3 * i;
        for (int j = threadIdx.x; j < 16; j += blockDim.x) { // line 7
            a[i * 16 + j] = shift + j;
        }
    }
}

// collapse_triangle.c:10  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) collapse_triangle_packed_10(int n, const int *__restrict__ len, double *__restrict__ a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 11
        const int j_from = i;
        const unsigned long j_trips = accrs_trips<int>(j_from, len[i], 1, false);
        for (unsigned long j_k = threadIdx.x; j_k < j_trips; j_k += blockDim.x) { // line 13
            int j = (int)(j_from + (long)j_k);
            a[i * 16 + j] *= 2;
        }
    }
}
