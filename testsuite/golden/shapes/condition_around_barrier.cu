// nvrtc: --fmad=false
// condition_around_barrier.c:4  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128, 8) condition_around_barrier_relax_4(int n, const int *__restrict__ active, float *a, int m, float *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        if (active[i] && a[i * m] > 0) {
            __syncthreads();
            #pragma unroll 4
            for (long j = threadIdx.x; j < m; j += 128) { // line 8
                b[i * m + j] = a[i * m + j] / 2;
            }
            __syncthreads();
            if (threadIdx.x == 0) {
                a[i * m] = 0;
            }
        } else {
            float first = b[i * m];
            __syncthreads();
            #pragma unroll 4
            for (long j = threadIdx.x; j < m; j += 128) { // line 14
                b[i * m + j] -= first;
            }
        }
    }
}
