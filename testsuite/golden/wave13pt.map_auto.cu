// nvrtc: --fmad=false
// wave13pt.c:28  Map3-1: i → block.x, j → block.y thread.y, k → thread.x
extern "C" __global__ void __launch_bounds__(128) wave13pt_step_28(int n, const float *__restrict__ now, float *__restrict__ next)
{
    for (int i = 2 + blockIdx.x; 0 <= i && i < n - 2; i += gridDim.x) { // line 29
        for (int j = 2 + blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < n - 2; j += gridDim.y * blockDim.y) { // line 31
            for (int k = 2 + threadIdx.x; 0 <= k && k < n - 2; k += blockDim.x) { // line 33
                next[(i * n + j) * n + k] = 2.0f * now[(i * n + j) * n + k] - next[(i * n + j) * n + k] + -7.5f * 0.1f * now[(i * n + j) * n + k] + 4.0f / 3.0f * 0.1f * (now[((i + 1) * n + j) * n + k] + now[((i - 1) * n + j) * n + k] + now[(i * n + (j + 1)) * n + k] + now[(i * n + (j - 1)) * n + k] + now[(i * n + j) * n + (k + 1)] + now[(i * n + j) * n + (k - 1)]) + -1.0f / 12.0f * 0.1f * (now[((i + 2) * n + j) * n + k] + now[((i - 2) * n + j) * n + k] + now[(i * n + (j + 2)) * n + k] + now[(i * n + (j - 2)) * n + k] + now[(i * n + j) * n + (k + 2)] + now[(i * n + j) * n + (k - 2)]);
            }
        }
    }
}
