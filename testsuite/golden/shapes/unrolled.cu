// nvrtc: --fmad=false
// unrolled.c:4  Map-gv: i → block.x thread.x
extern "C" __global__ void unrolled_stencil_4(int n, const float *__restrict__ c, const float *__restrict__ a, float *__restrict__ b)
{
    for (int i = 4 + blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < n - 4; i += gridDim.x * blockDim.x) { // line 5
        float s = 0;
        #pragma unroll 9
        for (int k = -4; k <= 4; k++) {
            s += c[k + 4] * a[i + k];
        }
        b[i] = s;
    }
}

// unrolled.c:12  Map-gv: i → block.x thread.x
extern "C" __global__ void unrolled_stencil_12(int m, const float *__restrict__ a, float *__restrict__ b)
{
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; 0 <= i && i < m; i += gridDim.x * blockDim.x) { // line 13
        b[i] += a[i];
    }
}
