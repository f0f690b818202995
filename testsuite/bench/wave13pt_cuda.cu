// wave13pt_cuda.cu: wave13pt.c's loops as CUDA by hand.
// launch: wave13pt grid=((n-4+31)/32, (n-4+7)/8, n-4) block=(32, 8) args=(n, next, now)
extern "C" __global__ void wave13pt(int n, float *__restrict__ next, const float *__restrict__ now)
{
    const float courant2 = 0.1f;
    const float c0 = -7.5f * courant2, c1 = 4.0f / 3.0f * courant2, c2 = -1.0f / 12.0f * courant2;
    int k = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    int j = 2 + blockIdx.y * blockDim.y + threadIdx.y;
    int i = 2 + blockIdx.z;
    if (i >= n - 2 || j >= n - 2 || k >= n - 2)
        return;
    int row = n, plane = n * n, at = i * plane + j * row + k;
    next[at] = 2.0f * now[at] - next[at] + c0 * now[at] +
               c1 * (now[at + plane] + now[at - plane] + now[at + row] + now[at - row] + now[at + 1] + now[at - 1]) +
               c2 * (now[at + 2 * plane] + now[at - 2 * plane] + now[at + 2 * row] + now[at - 2 * row] +
                     now[at + 2] + now[at - 2]);
}
