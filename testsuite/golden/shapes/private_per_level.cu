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

// private_per_level.c:5  gang-worker-vector: i → block.x, j → thread.y, k → thread.x, k → thread.x
extern "C" __global__ void __launch_bounds__(128) private_per_level_sort_5(int n, const int *__restrict__ a, int m, int *out)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 6
        __shared__ int seen[2];
        __syncthreads();
        if (threadIdx.x == 0 && threadIdx.y == 0) {
            seen[0] = a[i], seen[1] = i;
        }
        const unsigned long j_trips = accrs_trips<int>(0, m, 1, false);
        for (unsigned long j_base = 0; j_base < j_trips; j_base += blockDim.y) {
            const unsigned long j_k = j_base + threadIdx.y;
            const bool active = j_k < j_trips;
            int j = (int)j_k;
            __shared__ int row[4][32];
            __syncthreads();
            if (active) {
                for (int k = threadIdx.x; k < 32; k += blockDim.x) { // line 11
                    row[threadIdx.y][k] = a[k] + seen[0];
                }
            }
            __syncthreads();
            if (active) {
                for (int k = threadIdx.x; k < 32; k += blockDim.x) { // line 14
                    int key[4];
                    for (int l = 0; l < 4; l++) {
                        key[l] = row[threadIdx.y][(k + l) % 32];
                    }
                    out[(i * m + j) * 32 + k] = key[0] + key[3] + seen[1];
                }
            }
        }
    }
}
