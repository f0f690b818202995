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

// loop_pointers.c:4  Map-gv: p → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) loop_pointers_clear_4(char *text, char *end)
{
    char *p_from = text;
    const unsigned long p_trips = accrs_trips<long>(0, (end) - (p_from), 2, false);
    for (unsigned long p_k = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x; p_k < p_trips; p_k += (unsigned long)gridDim.x * blockDim.x) { // line 5
        char *p = p_from + (long)(p_k * 2);
        *p = ' ';
    }
}

// loop_pointers.c:7  Map-g-v: row → block.x, p → thread.x
extern "C" __global__ void __launch_bounds__(128, 8) loop_pointers_clear_7(float *a, int n, int m)
{
    float *row_from = a;
    const unsigned long row_trips = accrs_trips<long>(0, (a + n * m) - (row_from), m, false);
    for (unsigned long row_k = blockIdx.x; row_k < row_trips; row_k += gridDim.x) { // line 8
        float *row = row_from + (long)(row_k * m);
        float *p_from = row + m - 1;
        const unsigned long p_trips = accrs_trips<long>(0, (p_from) - (row), 1, true);
        for (unsigned long p_k = threadIdx.x; p_k < p_trips; p_k += blockDim.x) { // line 10
            float *p = p_from - (long)p_k;
            *p += 1;
        }
    }
}
