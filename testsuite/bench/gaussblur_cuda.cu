// gaussblur_cuda.cu: gaussblur.c's loops as CUDA by hand.
// launch: gaussblur grid=((n-4+127)/128, (n-4+3)/4) block=(128, 4) args=(n, in, out, w)
extern "C" __global__ void gaussblur(int n, const float *__restrict__ in, float *__restrict__ out,
                                     const float (*__restrict__ w)[5])
{
    int j = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n - 2 || j >= n - 2)
        return;
    float sum = 0.f;
#pragma unroll
    for (int di = 0; di < 5; di++) {
#pragma unroll
        for (int dj = 0; dj < 5; dj++)
            sum += w[di][dj] * in[(i + di - 2) * n + j + dj - 2];
    }
    out[i * n + j] = sum / 256.f;
}
