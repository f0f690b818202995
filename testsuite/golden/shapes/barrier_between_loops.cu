// nvrtc: --fmad=false
// barrier_between_loops.c:4  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128, 8) barrier_between_loops_shift_4(int n, int m, float *a, float *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        #pragma unroll 4
        for (long j = threadIdx.x; j < m; j += 128) { // line 7
            b[i * m + j] = a[i * m + j] * 2;
        }
        __syncthreads();
        #pragma unroll 4
        for (long j = 1 + threadIdx.x; j < m; j += 128) { // line 10
            a[i * m + j] = b[i * m + j - 1];
        }
    }
}

// barrier_between_loops.c:13  gang-worker-vector: i → block.x, j → thread.y, j → thread.y thread.x
extern "C" __global__ void __launch_bounds__(128, 8) barrier_between_loops_shift_13(int n, int m, float *a, float *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 14
        if (threadIdx.x == 0) {
            #pragma unroll 4
            for (long j = threadIdx.y; j < m; j += 4) { // line 16
                b[i * m + j] = a[i * m + j] + 1;
            }
        }
        __syncthreads();
        #pragma unroll 4
        for (long j = 1 + threadIdx.y * blockDim.x + threadIdx.x; j < m; j += 128) { // line 19
            a[i * m + j] = b[i * m + j - 1];
        }
    }
}
