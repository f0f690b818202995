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

// loop_not_equal.c:4  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) loop_not_equal_ends_4(int from, int to, int *a)
{
    const int i_from = from;
    const unsigned long i_trips = accrs_trips<int>(i_from, to, 1, false);
    for (unsigned long i_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; i_k < i_trips; i_k += (unsigned long)gridDim.x * blockDim.x) { // line 5
        int i = (int)(i_from + (long)i_k);
        a[i] = i;
    }
}

// loop_not_equal.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) loop_not_equal_ends_7(int *a)
{
    const unsigned long i_trips = accrs_trips<int>(0, 4 * 25, 4, false);
    for (unsigned long i_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; i_k < i_trips; i_k += (unsigned long)gridDim.x * blockDim.x) { // line 8
        int i = (int)(i_k * 4);
        a[i] += 1;
    }
}

// loop_not_equal.c:10  Map-gv: u → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) loop_not_equal_ends_10(unsigned start, unsigned stop, int *a)
{
    const unsigned u_from = start;
    const unsigned long u_trips = (unsigned)((unsigned long)(stop) - (unsigned long)(u_from));
    for (unsigned long u_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; u_k < u_trips; u_k += (unsigned long)gridDim.x * blockDim.x) { // line 11
        unsigned u = (unsigned)(u_from + (long)u_k);
        a[u - start] = u;
    }
}

// loop_not_equal.c:13  Map-gv: p → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) loop_not_equal_ends_13(double *first, double *last)
{
    double *p_from = first;
    const unsigned long p_trips = accrs_trips<long>(0, (last) - (p_from), 1, false);
    for (unsigned long p_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; p_k < p_trips; p_k += (unsigned long)gridDim.x * blockDim.x) { // line 14
        double *p = p_from + (long)p_k;
        *p = 0;
    }
}
