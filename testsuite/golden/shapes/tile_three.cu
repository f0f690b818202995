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

// tile_three.c:4  Map-g-v: i j k tile(2, 4, 32) → block.x thread.x
extern "C" __global__ void __launch_bounds__(256) tile_three_cube_4(int n, float (*a)[32][32])
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, 32, 1, false);
    const unsigned long k_trips = accrs_trips<int>(1, 31, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 32);
    const unsigned long j_tiles = accrs_share(j_trips, 4);
    const unsigned long k_tiles = accrs_share(k_trips, 2);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles * k_tiles; i_tile += gridDim.x) { // line 5
        for (unsigned long i_element = threadIdx.x; i_element < 256; i_element += blockDim.x) {
            const unsigned long i_k = i_tile / (j_tiles * k_tiles) * 32 + i_element / 8;
            const unsigned long j_k = (i_tile / k_tiles) % j_tiles * 4 + (i_element / 2) % 4;
            const unsigned long k_k = i_tile % k_tiles * 2 + i_element % 2;
            if (i_k < i_trips && j_k < j_trips && k_k < k_trips) {
                int i = (int)i_k;
                short j = (short)j_k;
                unsigned char k = (unsigned char)(1 + (long)k_k);
                a[i][j][k] = i + j - k;
            }
        }
    }
}
