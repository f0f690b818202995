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

// tile_star.c:4  Map-g: i j tile(32, 16) → block.x
extern "C" __global__ void __launch_bounds__(1) tile_star_inner_4(int n, int m, double *a)
{
    const unsigned long i_trips = accrs_trips<int>(1, n - 2, 3, true);
    const int j_from = m - 2;
    const unsigned long j_trips = accrs_trips<int>(0, j_from, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 16);
    const unsigned long j_tiles = accrs_share(j_trips, 32);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x) { // line 5
        const unsigned long i_k_first = i_tile / j_tiles * 16;
        const unsigned long j_k_first = i_tile % j_tiles * 32;
        const unsigned long i_k_end = i_trips - i_k_first < 16 ? i_trips : i_k_first + 16;
        const unsigned long j_k_end = j_trips - j_k_first < 32 ? j_trips : j_k_first + 32;
        for (unsigned long i_k = i_k_first; i_k < i_k_end; i_k++) {
            for (unsigned long j_k = j_k_first; j_k < j_k_end; j_k++) {
                int i = (int)(1 + (long)(i_k * 3));
                int j = (int)(j_from - (long)j_k);
                a[(long)i * m + j] = i * 100 + j;
            }
        }
    }
}
