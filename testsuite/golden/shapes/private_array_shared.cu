// nvrtc: --fmad=false
// private_array_shared.c:5  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128, 8) private_array_shared_smooth_5(int n, int m, float *a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 6
        __shared__ float row[128];
        __syncthreads();
        #pragma unroll 4
        for (long j = threadIdx.x; j < m; j += 128) { // line 8
            row[j] = a[i * m + j];
        }
        __syncthreads();
        #pragma unroll 4
        for (long j = 1 + threadIdx.x; j < m - 1; j += 128) { // line 11
            a[i * m + j] = (row[j - 1] + row[j] + row[j + 1]) / 3;
        }
    }
}
