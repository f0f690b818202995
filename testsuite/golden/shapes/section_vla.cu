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

// section_vla.c:4  Map-gv: i j → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) section_vla_borders_4(int n, int m, const float *a, float *b, float **rows)
{
    const unsigned long i_trips = accrs_trips<int>(1, n - 1, 1, false);
    const unsigned long j_trips = accrs_trips<int>(2, m - 2, 1, false);
    for (unsigned long i_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; i_k < i_trips * j_trips; i_k += (unsigned long)gridDim.x * blockDim.x) { // line 6
        int i = (int)(1 + (long)(i_k / j_trips));
        int j = (int)(2 + (long)(i_k % j_trips));
        b[(long)i * m + j] = a[(long)i * m + j];
        rows[i][j] += b[(long)i * m + j];
    }
}
