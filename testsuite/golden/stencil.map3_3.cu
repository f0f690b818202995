// nvrtc: --fmad=false
// stencil.c:31  Map3-3: i → thread.x, j → block.y thread.y, k → block.x
extern "C" __global__ void __launch_bounds__(256) stencil_stencil_31(int nx, int ny, int nz, float c1, const float *__restrict__ in, float c0, float *__restrict__ out)
{
    for (int i = 1 + threadIdx.x; 0 <= i && i < nx - 1; i += blockDim.x) { // line 32
        for (int j = 1 + blockIdx.y * blockDim.y + threadIdx.y; 0 <= j && j < ny - 1; j += gridDim.y * blockDim.y) { // line 34
            for (int k = 1 + blockIdx.x; 0 <= k && k < nz - 1; k += gridDim.x) { // line 36
                out[(k * ny + j) * nx + i] = c1 * (in[((k + 1) * ny + j) * nx + i] + in[((k - 1) * ny + j) * nx + i] + in[(k * ny + (j + 1)) * nx + i] + in[(k * ny + (j - 1)) * nx + i] + in[(k * ny + j) * nx + (i + 1)] + in[(k * ny + j) * nx + (i - 1)]) - in[(k * ny + j) * nx + i] * c0;
            }
        }
    }
}
