// nvrtc: --fmad=false
// collapse_triangle.c:4  gang-worker-vector: i → block.x thread.y, j → thread.x
extern "C" __global__ void __launch_bounds__(128) collapse_triangle_packed_4(int n, double *a)
{
    for (int i = blockIdx.x * blockDim.y + threadIdx.y; 0 <= i && i < n; i += gridDim.x * blockDim.y) { // line 5
        int shift = 3 * i;
        for (int j = threadIdx.x; j < 16; j += blockDim.x) { // line 7
            a[i * 16 + j] = shift + j;
        }
    }
}

// collapse_triangle.c:10  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128, 8) collapse_triangle_packed_10(int n, const int *__restrict__ len, double *__restrict__ a)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 11
        const int j_to = len[i];
        #pragma unroll 4
        for (long j = (long)i + threadIdx.x; j < j_to; j += 128) { // line 13
            a[i * 16 + j] *= 2;
        }
    }
}
