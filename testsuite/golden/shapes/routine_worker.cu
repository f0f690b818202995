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

static __device__ void accrs_fill_where(int m, float x, float *row, const bool accrs_active);
static __device__ void rows(int n, int m, float *a);

static __device__ void accrs_fill_where(int m, float x, float *row, const bool accrs_active)
{
    if (accrs_active) {
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) {
            row[j] = x + j;
        }
    }
    __syncthreads();
}

static __device__ void rows(int n, int m, float *a)
{
    float first = a[0];
    const unsigned long i_trips = accrs_trips<int>(0, n, 1, false);
    for (unsigned long i_base = 0; i_base < i_trips; i_base += blockDim.y) {
        const unsigned long i_k = i_base + threadIdx.y;
        const bool active = i_k < i_trips;
        int i = (int)i_k;
        __syncthreads();
        accrs_fill_where(m, first * i, a + i * m, active);
    }
    __syncthreads();
}

// routine_worker.c:19  Map-g: p → block.x
extern "C" __global__ void __launch_bounds__(128) routine_worker_planes_19(int k, int n, int m, float *a)
{
    for (int p = blockIdx.x; 0 <= p && p < k; p += gridDim.x) { // line 20
        rows(n, m, a + p * n * m);
    }
}
