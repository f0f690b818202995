// nvrtc: --fmad=false
// sequential_around_vector.c:4  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) sequential_around_vector_scan_4(int n, int m, int *a, int *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        {
            int step = 1;
            for (; step < m; step *= 2) {
                __syncthreads();
                #pragma unroll 4
                for (long j_k = threadIdx.x; j_k < m; j_k += 128) { // line 8
                    int j = (int)j_k;
                    b[i * m + j] = a[i * m + j] + (j >= step ? a[i * m + j - step] : 0);
                }
                __syncthreads();
                #pragma unroll 4
                for (long j = threadIdx.x; j < m; j += 128) { // line 11
                    a[i * m + j] = b[i * m + j];
                }
            }
        }
    }
}
