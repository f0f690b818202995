// nvrtc: --fmad=false
// laplacian.c:33  Map3-1: i → block.x, j → block.y thread.y, k → thread.x
extern "C" __global__ void __launch_bounds__(128) laplacian_laplacian_33(const double (*__restrict__ u)[128][128], double h, double (*__restrict__ lap)[128][128])
{
    for (int i = 1 + blockIdx.x; i < 128 - 1; i += gridDim.x) { // line 34
        for (int j = 1 + blockIdx.y * blockDim.y + threadIdx.y; j < 128 - 1; j += gridDim.y * blockDim.y) { // line 36
            for (int k = 1 + threadIdx.x; k < 128 - 1; k += blockDim.x) { // line 38
                lap[i][j][k] = (u[i + 1][j][k] + u[i - 1][j][k] + u[i][j + 1][k] + u[i][j - 1][k] + u[i][j][k + 1] + u[i][j][k - 1] - 6.0 * u[i][j][k]) / (h * h);
            }
        }
    }
}
