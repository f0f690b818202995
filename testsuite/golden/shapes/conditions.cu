// nvrtc: --fmad=false
// conditions.c:7  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) conditions_where_7(int n, double *a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 8
        a[i] += 1;
    }
}

// conditions.c:10  Map-gv: i → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) conditions_where_10(int n, double *a)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.x) { // line 11
        a[i] *= 2;
    }
}

// conditions.c:13  serial
extern "C" __global__ void __launch_bounds__(1) conditions_where_13(double *a)
{
    a[0] = 0;
}
