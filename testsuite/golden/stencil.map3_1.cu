// nvrtc: --fmad=false
// stencil.c:31  Map3-1: i → block.x, j → block.y thread.y, k → thread.x
extern "C" __global__ void __launch_bounds__(256) stencil_stencil_31(int nx, int ny, int nz, float c1, const float *__restrict__ in, float c0, float *__restrict__ out)
{
    for (int i = 1 + blockIdx.x; 0 <= i && i < nx - 1; i += gridDim.x) { // line 32
        for (int j = 1 + blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < ny - 1; j += gridDim.y * blockDim.y) { // line 34
            for (int k = 1 + threadIdx.x; 0 <= k && k < nz - 1; k += blockDim.x) { // line 36
                out[(i * ny + j) * nz + k] = c1 * (in[(i * ny + j) * nz + (k + 1)] + in[(i * ny + j) * nz + (k - 1)] + in[(i * ny + (j + 1)) * nz + k] + in[(i * ny + (j - 1)) * nz + k] + in[((i + 1) * ny + j) * nz + k] + in[((i - 1) * ny + j) * nz + k]) - in[(i * ny + j) * nz + k] * c0;
            }
        }
    }
}
