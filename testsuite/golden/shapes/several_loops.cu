// nvrtc: --fmad=false
// several_loops.c:4  gang-worker-vector: i → block.x, j → thread.y, j → thread.x, i → block.x thread.y thread.x
extern "C" __global__ void __launch_bounds__(128) several_loops_parts_4(int n, double *a, int m, double *b, double *c)
{
    double half = n * 0.5;
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 8
        double own = half + i;
        if (threadIdx.x == 0) {
            for (int j = threadIdx.y; j < 4; j += blockDim.y) { // line 11
                a[i * 4 + j] = own;
            }
        }
        __syncthreads();
        if (threadIdx.y == 0) {
            for (int j = threadIdx.x; 0 <= j && j < m; j += blockDim.x) { // line 14
                b[i * m + j] = own - j;
            }
        }
    }
    __syncthreads();
    for (int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; 0 <= i && i < n; i += gridDim.x * blockDim.y * blockDim.x) { // line 18
        c[i] += half;
    }
}
