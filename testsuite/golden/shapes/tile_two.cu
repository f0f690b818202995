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

// tile_two.c:4  Map-g-v: i j tile(32, 4) → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) tile_two_transpose_4(int n, int m, const float *__restrict__ a, float *__restrict__ b)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 4);
    const unsigned long j_tiles = accrs_share(j_trips, 32);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x) { // line 5
        for (unsigned long i_element = threadIdx.x; i_element < 128; i_element += blockDim.x) {
            const unsigned long i_k = i_tile / j_tiles * 4 + i_element / 32;
            const unsigned long j_k = i_tile % j_tiles * 32 + i_element % 32;
            if (i_k < i_trips && j_k < j_trips) {
                int i = (int)i_k;
                int j = (int)j_k;
                b[j * n + i] = a[i * m + j];
            }
        }
    }
}
