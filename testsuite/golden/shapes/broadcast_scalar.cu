// nvrtc: --fmad=false
// broadcast_scalar.c:4  gang-worker-vector: i → block.x, j → thread.y, l → thread.x
extern "C" __global__ void __launch_bounds__(128) broadcast_scalar_bilinear_4(int n, const float *__restrict__ at, int m, const float *__restrict__ grid, int k, float *out)
{
    for (int i = blockIdx.x; 0 <= i && i < n; i += gridDim.x) { // line 5
        int cell = (int)at[i];
        float right = at[i] - cell;
        for (int j = threadIdx.y; 0 <= j && j < m; j += blockDim.y) { // line 9
            float left = 1 - right;
            left *= grid[j];
            #pragma unroll 4
            for (long l = threadIdx.x; l < k; l += 32) { // line 13
                out[(i * m + j) * k + l] = left * grid[cell + l] + right * grid[cell + l + 1];
            }
        }
    }
}
