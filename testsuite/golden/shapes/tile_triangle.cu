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

// tile_triangle.c:4  Map-g-v: i j tile(16, 16) → block.x thread.x
extern "C" __global__ void __launch_bounds__(256) tile_triangle_triangle_4(int n, double *__restrict__ a)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 16);
    const unsigned long j_tiles = accrs_share(j_trips, 16);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles * j_tiles; i_tile += gridDim.x) { // line 5
        for (unsigned long i_element = threadIdx.x; i_element < 256; i_element += blockDim.x) {
            const unsigned long i_k = i_tile / j_tiles * 16 + i_element / 16;
            const unsigned long j_k = i_tile % j_tiles * 16 + i_element % 16;
            if (i_k < i_trips && j_k < j_trips) {
                int i = (int)i_k;
                int j = (int)j_k;
                if (j > i) {
                    continue;
                }
                a[i * n + j] += a[i * n + j] * 0.5;
            }
        }
    }
}

// tile_triangle.c:11  Map-g-v: i tile(128) → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) tile_triangle_triangle_11(int n, const double *__restrict__ a, double *__restrict__ d)
{
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    const unsigned long i_tiles = accrs_share(i_trips, 128);
    for (unsigned long i_tile = blockIdx.x; i_tile < i_tiles; i_tile += gridDim.x) { // line 12
        for (unsigned long i_element = threadIdx.x; i_element < 128; i_element += blockDim.x) {
            const unsigned long i_k = i_tile * 128 + i_element;
            if (i_k < i_trips) {
                int i = (int)i_k;
                d[i] = a[i * n + i];
            }
        }
    }
}
