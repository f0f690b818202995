// nvrtc: --fmad=false
// dgemm.c:30  Map-gv-gv: i → block.y thread.y, j → block.x thread.x
extern "C" __global__ void __launch_bounds__(256) dgemm_dgemm_30(int n, const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c)
{
    for (int i = blockIdx.y * blockDim.y + threadIdx.y; 0 <= i && i < n; i += gridDim.y * blockDim.y) { // line 31
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; 0 <= j && j < n; j += gridDim.x * blockDim.x) { // line 33
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}
