// nvrtc: --fmad=false
// condition_around_barrier.c:4  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) condition_around_barrier_relax_4(int n, const int *__restrict__ active, float *a, int m, float *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        if (active[i] && a[i * m] > 0) {
            __syncthreads();
            for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 8
                b[i * m + j] = a[i * m + j] / 2;
            }
            __syncthreads();
            if (threadIdx.x == 0) {
                a[i * m] = 0;
            }
        } else {
            float first = {};
            first = b[i * m];
            __syncthreads();
            for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 14
                b[i * m + j] -= first;
            }
        }
    }
}
