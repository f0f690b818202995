// jacobi_cuda.cu: jacobi.c's loops as CUDA by hand.
// launch: jacobi_sweep grid=((m-2+127)/128, (n-2+3)/4) block=(128, 4) args=(n, m, a, b)
// launch: jacobi_copy  grid=((m-2+127)/128, (n-2+3)/4) block=(128, 4) args=(n, m, b, a)
extern "C" __global__ void jacobi_sweep(int n, int m, const float *__restrict__ a, float *__restrict__ b)
{
    int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n - 1 && j < m - 1)
        b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] + a[(i + 1) * m + j]);
}

extern "C" __global__ void jacobi_copy(int n, int m, const float *__restrict__ b, float *__restrict__ a)
{
    int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n - 1 && j < m - 1)
        a[i * m + j] = b[i * m + j];
}
