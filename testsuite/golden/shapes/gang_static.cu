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

// gang_static.c:4  Map-g: i → block.x, i → block.x thread.x, i j → block.x
extern "C" __global__ void __launch_bounds__(128) gang_static_chunks_4(int n, int *a, int *b, int m, int *c)
{
    if (threadIdx.x == 0) {
        const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
        const unsigned long i_chunk = (unsigned long)4;
        for (unsigned long i_base = (blockIdx.x) * i_chunk; i_base < i_trips; i_base += gridDim.x * i_chunk) { // line 7
            for (unsigned long i_k = i_base; i_k < i_trips && i_k - i_base < i_chunk; i_k += 1) {
                int i = (int)i_k;
                a[i] = i;
            }
        }
    }
    __syncthreads();
    const unsigned long i_trips_2 = accrs_trips<int>(0, n, 1, false);
    const unsigned long i_chunk_2 = accrs_share(i_trips_2, gridDim.x);
    for (unsigned long i_base_2 = (blockIdx.x) * i_chunk_2; i_base_2 < i_trips_2; i_base_2 += gridDim.x * i_chunk_2) { // line 10
        for (unsigned long i_k_2 = i_base_2 + threadIdx.x; i_k_2 < i_trips_2 && i_k_2 - i_base_2 < i_chunk_2; i_k_2 += blockDim.x) {
            int i = (int)i_k_2;
            b[i] *= 2;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned long i_trips_3 = accrs_trips<int>(0, n, 1, false);
        const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
        const unsigned long i_chunk_3 = (unsigned long)2;
        for (unsigned long i_base_3 = (blockIdx.x) * i_chunk_3; i_base_3 < i_trips_3 * j_trips; i_base_3 += gridDim.x * i_chunk_3) { // line 13
            for (unsigned long i_k_3 = i_base_3; i_k_3 < i_trips_3 * j_trips && i_k_3 - i_base_3 < i_chunk_3; i_k_3 += 1) {
                int i = (int)(i_k_3 / j_trips);
                int j = (int)(i_k_3 % j_trips);
                c[i * m + j] += j;
            }
        }
    }
}
