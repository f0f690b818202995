// dgemm_cuda.cu: dgemm.c's loops as CUDA by hand (no tiling: the same loop).
// launch: dgemm grid=((n+127)/128, (n+1)/2) block=(128, 2) args=(n, a, b, c)
extern "C" __global__ void dgemm(int n, const double *__restrict__ a, const double *__restrict__ b,
                                 double *__restrict__ c)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
    }
}
