// nvrtc: --fmad=false
// queues.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_7(int n, float *__restrict__ a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 8
        a[i] += 1;
    }
}

// queues.c:10  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_10(int n, float *__restrict__ b)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 11
        b[i] *= 2;
    }
}

// queues.c:13  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) queues_stages_13(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 14
        c[i] = a[i] + b[i];
    }
}
