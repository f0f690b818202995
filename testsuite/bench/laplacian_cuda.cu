// laplacian_cuda.cu: laplacian.c's loops as CUDA by hand, for a cube of n points a side.
// launch: laplacian grid=((n-2+31)/32, (n-2+7)/8, n-2) block=(32, 8) args=(n, u, lap, h)
extern "C" __global__ void laplacian(int n, const double *__restrict__ u, double *__restrict__ lap, double h)
{
    int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    int i = 1 + blockIdx.z;
    if (i >= n - 1 || j >= n - 1 || k >= n - 1)
        return;
    int at = (i * n + j) * n + k;
    lap[at] = (u[at + n * n] + u[at - n * n] + u[at + n] + u[at - n] + u[at + 1] + u[at - 1] - 6.0 * u[at]) / (h * h);
}
