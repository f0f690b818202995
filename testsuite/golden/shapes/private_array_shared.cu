// nvrtc: --fmad=false
// private_array_shared.c:5  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) private_array_shared_smooth_5(int n, int m, float *a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 6
        __shared__ float row[128];
        __syncthreads();
        for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 8
            row[j] = a[i * m + j];
        }
        __syncthreads();
        for (int j = 1 + threadIdx.x; 0 <= j && j < m - 1; j += blockDim.x) { // line 11
            a[i * m + j] = (row[j - 1] + row[j] + row[j + 1]) / 3;
        }
    }
}
