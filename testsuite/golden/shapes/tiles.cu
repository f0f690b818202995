// nvrtc: --fmad=false
// tiles.c:6  Map-g-v: i → block.x, j → thread.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) tiles_product_6(int n, double *c, double alpha, const double *a, const double *b)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) {
        #pragma unroll 4
        for (long j = threadIdx.x; j < n; j += 128) { // line 7
            c[(long)i * n + j] *= 2;
        }
        {
            int k = 0;
            for (; k < n; k++) {
                __syncthreads();
                #pragma unroll 4
                for (long j = threadIdx.x; j < n; j += 128) { // line 10
                    c[(long)i * n + j] += alpha * a[(long)i * n + k] * b[(long)k * n + j];
                }
            }
        }
    }
}

// tiles.c:19  Map-g-v: i → block.x, j → thread.x
extern "C" __global__ void __launch_bounds__(128) tiles_triangle_19(const float (*__restrict__ t)[300], float (*__restrict__ s)[100])
{
    for (int i = blockIdx.x; i < 100; i += gridDim.x) { // line 20
        for (int j = threadIdx.x; 0 <= j && j <= i; j += blockDim.x) { // line 22
            float sum = 0;
            for (int k = 0; k < 300; k++) {
                sum += t[i][k] * t[j][k];
            }
            s[i][j] = sum;
        }
    }
}
