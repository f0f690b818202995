// grids.cu: the loops of grids.c as CUDA by hand.
extern "C" __global__ void stencil(int n, const double *__restrict__ a, double *__restrict__ b)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= n - 1 || j >= n - 1) return;
    size_t at = (size_t)i * n + j;
    b[at] = 0.25 * (a[at - n] + a[at + n] + a[at - 1] + a[at + 1]);
}

extern "C" __global__ void space(int n, const double *__restrict__ a, double *__restrict__ b)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y, i = blockIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    size_t row = n, plane = row * n, at = i * plane + j * row + k;
    b[at] = 0.5 * a[at] + 0.25 * (a[at - plane] + a[at + plane] + a[at - row] + a[at + row] + a[at - 1] + a[at + 1]);
}

// Squares of 32 x 32 through shared memory; a block of 32 x 8 threads.
extern "C" __global__ void transposition(int n, const double *__restrict__ a, double *__restrict__ b)
{
    __shared__ double square[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < n && y + k < n) square[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < n && y + k < n) b[(size_t)(y + k) * n + x] = square[threadIdx.x][threadIdx.y + k];
}

// One thread a cell, blocks along x.
extern "C" __global__ void lattice(int w, int h, const double *__restrict__ f, double *__restrict__ g)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w) return;
    const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    size_t all = (size_t)w * h, at = (size_t)y * w + x;
    double in[9], rho = 0, ux = 0, uy = 0;
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        int xs = x - cx[q], ys = y - cy[q];
        xs = xs < 0 ? w - 1 : xs >= w ? 0 : xs, ys = ys < 0 ? h - 1 : ys >= h ? 0 : ys;
        in[q] = f[q * all + (size_t)ys * w + xs];
        rho += in[q], ux += cx[q] * in[q], uy += cy[q] * in[q];
    }
    ux /= rho, uy /= rho;
    double still = 1 - 1.5 * (ux * ux + uy * uy);
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        double along = cx[q] * ux + cy[q] * uy, part = q == 0 ? 4.0 / 9 : q < 5 ? 1.0 / 9 : 1.0 / 36;
        g[q * all + at] = in[q] + 1.2 * (part * rho * (still + 3 * along + 4.5 * along * along) - in[q]);
    }
}
