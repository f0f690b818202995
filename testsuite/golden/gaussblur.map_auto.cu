// nvrtc: --fmad=false
// gaussblur.c:34  Map-gv-gv: i → block.y thread.y, j → block.x thread.x
extern "C" __global__ void __launch_bounds__(128) gaussblur_gaussblur_34(int n, const float (*w)[5], const float *__restrict__ in, float *__restrict__ out)
{
    for (int i = 2 + blockIdx.y * blockDim.y + threadIdx.y; 0 <= i && i < n - 2; i += gridDim.y * blockDim.y) { // line 35
        for (int j = 2 + blockIdx.x * blockDim.x + threadIdx.x; 0 <= j && j < n - 2; j += gridDim.x * blockDim.x) { // line 37
            float sum = 0.f;
            for (int di = 0; di < 5; di++) {
                for (int dj = 0; dj < 5; dj++) {
                    sum += w[di][dj] * in[(long)(i + di - 2) * n + (j + dj - 2)];
                }
            }
            out[(long)i * n + j] = sum / 256.f;
        }
    }
}
