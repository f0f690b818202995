// nvrtc: --fmad=false
// jacobi.c:34  Map-gv-v: i → block.x thread.y, j → thread.x
extern "C" __global__ void __launch_bounds__(256) jacobi_jacobi_34(int n, int m, const float *__restrict__ a, float *__restrict__ b)
{
    for (int i = 1 + blockIdx.x * blockDim.y + threadIdx.y; 0 <= i && i < n - 1; i += gridDim.x * blockDim.y) { // line 35
        for (int j = 1 + threadIdx.x; 0 <= j && j < m - 1; j += blockDim.x) { // line 37
            b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
        }
    }
}

// jacobi.c:42  Map-gv-v: i → block.x thread.y, j → thread.x
extern "C" __global__ void __launch_bounds__(256) jacobi_jacobi_42(int n, int m, const float *__restrict__ b, float *__restrict__ a)
{
    for (int i = 1 + blockIdx.x * blockDim.y + threadIdx.y; 0 <= i && i < n - 1; i += gridDim.x * blockDim.y) { // line 43
        #pragma unroll 4
        for (long j = 1 + threadIdx.x; j < m - 1; j += 128) { // line 45
            a[i * m + j] = b[i * m + j];
        }
    }
}
