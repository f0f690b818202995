// nvrtc: --fmad=false
// queues.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_7(int n, float *__restrict__ a)
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

// queues.c:10  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_10(int n, float *__restrict__ b)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 11
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                b[i] *= 2;
            }
        }
    }
}

// queues.c:13  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_13(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    #pragma unroll 1
    for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512) { // line 14
        #pragma unroll 4
        for (long i = i_k; i < i_k + 512; i += 128) {
            if (i < n) {
                c[i] = a[i] + b[i];
            }
        }
    }
}
