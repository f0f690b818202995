// nvrtc: --fmad=false
// conditions.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) conditions_where_7(int n, double *a)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 8
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                a[i] += 1;
            }
        }
    }
}

// conditions.c:10  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) conditions_where_10(int n, double *a)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 11
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                a[i] *= 2;
            }
        }
    }
}

// conditions.c:13  serial
extern "C" __global__ void __launch_bounds__(1) conditions_where_13(double *a)
{
    a[0] = 0;
}
