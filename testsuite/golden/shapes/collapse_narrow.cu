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

// collapse_narrow.c:4  Map-gv: i j → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) collapse_narrow_fill_4(unsigned char top, int *__restrict__ a)
{
    const unsigned char i_from = top;
    const unsigned long i_trips = accrs_trips<int>(0, i_from, 1, false);
    const unsigned long j_trips = accrs_trips<int>(0, 7, 2, true);
    for (unsigned long i_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; i_k < i_trips * j_trips; i_k += (unsigned long)gridDim.x * blockDim.x) { // line 5
        unsigned char i = (unsigned char)(i_from - (long)(i_k / j_trips));
        short j = (short)(7 - (long)((i_k % j_trips) * 2));
        a[i * 8 + j] = i - j;
    }
}

// collapse_narrow.c:8  Map-gv: i j k → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) collapse_narrow_fill_8(unsigned n, long m, int *__restrict__ b)
{
    const unsigned i_from = n - 1;
    const unsigned long i_trips = accrs_trips<unsigned>(0, i_from, 1, false);
    const unsigned long j_trips = accrs_trips<long>(0, m, 5, false);
    const unsigned long k_trips = accrs_trips<int>(-2, 2, 1, true);
    for (unsigned long i_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; i_k < i_trips * j_trips * k_trips; i_k += (unsigned long)gridDim.x * blockDim.x) { // line 9
        unsigned i = (unsigned)(i_from - (long)(i_k / (j_trips * k_trips)));
        long j = (long)(((i_k / k_trips) % j_trips) * 5);
        int k = (int)(-2 + (long)(i_k % k_trips));
        b[(i * m + j) * 5 + k + 2] = k;
    }
}
