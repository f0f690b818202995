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

// tile_levels.c:4  Map-g-v: i j tile(8, 8) → block.x thread.x
extern "C" __global__ void __launch_bounds__(64) tile_levels_scale_4(int n, int m, double k, double *a)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 8);
    const unsigned long j_tiles = accrs_share(j_trips, 8);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x) { // line 6
        for (unsigned long i_element = threadIdx.x; i_element < 64; i_element += blockDim.x) {
            const unsigned long i_k = i_tile / j_tiles * 8 + i_element / 8;
            const unsigned long j_k = i_tile % j_tiles * 8 + i_element % 8;
            if (i_k < i_trips && j_k < j_trips) {
                int i = (int)i_k;
                int j = (int)j_k;
                a[i * m + j] *= k;
            }
        }
    }
}

// tile_levels.c:9  gang-worker-vector: i j tile(2, 64) → block.x thread.y
extern "C" __global__ void __launch_bounds__(128) tile_levels_scale_9(int n, int m, double k, double *a)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 64);
    const unsigned long j_tiles = accrs_share(j_trips, 2);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x) { // line 11
        for (unsigned long i_element = threadIdx.y; i_element < 128; i_element += blockDim.y) {
            const unsigned long i_k = i_tile / j_tiles * 64 + i_element / 2;
            const unsigned long j_k = i_tile % j_tiles * 2 + i_element % 2;
            if (i_k < i_trips && j_k < j_trips) {
                int i = (int)i_k;
                int j = (int)j_k;
                a[i * m + j] += k;
            }
        }
    }
}
