// stencil_cuda.cu: stencil.c's loops as CUDA by hand.
// launch: stencil grid=((nz-2+31)/32, (ny-2+7)/8, nx-2) block=(32, 8) args=(nx, ny, nz, c0, c1, in, out)
extern "C" __global__ void stencil(int nx, int ny, int nz, float c0, float c1, const float *__restrict__ in,
                                   float *__restrict__ out)
{
    int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    int i = 1 + blockIdx.z;
    if (i >= nx - 1 || j >= ny - 1 || k >= nz - 1)
        return;
    int at = (i * ny + j) * nz + k;
    out[at] = c1 * (in[at + 1] + in[at - 1] + in[at + nz] + in[at - nz] + in[at + ny * nz] + in[at - ny * nz]) -
              in[at] * c0;
}
