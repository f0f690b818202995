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

// gang_static.c:6  Map-g: i → block.x
extern "C" __global__ void __launch_bounds__(1) gang_static_chunks_6(int n, int *__restrict__ a)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long i_chunk = (unsigned long)4;
    for (unsigned long i_base = (blockIdx.x) * i_chunk; i_base < i_trips; i_base += gridDim.x * i_chunk) { // line 7
        for (unsigned long i_k = i_base; i_k < i_trips && i_k - i_base < i_chunk; i_k += 1) {
            int i = (int)i_k;
            a[i] = i;
        }
    }
}

// gang_static.c:9  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) gang_static_chunks_9(int n, int *__restrict__ b)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long i_chunk = accrs_share(i_trips, gridDim.x);
    for (unsigned long i_base = (blockIdx.x) * i_chunk; i_base < i_trips; i_base += gridDim.x * i_chunk) { // line 10
        for (unsigned long i_k = i_base + threadIdx.x; i_k < i_trips && i_k - i_base < i_chunk; i_k += blockDim.x) {
            int i = (int)i_k;
            b[i] *= 2;
        }
    }
}

// gang_static.c:12  Map-g: i j → block.x
extern "C" __global__ void __launch_bounds__(1) gang_static_chunks_12(int n, int m, int *__restrict__ c)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
    const unsigned long i_chunk = (unsigned long)2;
    for (unsigned long i_base = (blockIdx.x) * i_chunk; i_base < i_trips * j_trips; i_base += gridDim.x * i_chunk) { // line 13
        for (unsigned long i_k = i_base; i_k < i_trips * j_trips && i_k - i_base < i_chunk; i_k += 1) {
            int i = (int)(i_k / j_trips);
            int j = (int)(i_k % j_trips);
            c[i * m + j] += j;
        }
    }
}
