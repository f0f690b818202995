// What the second article does by hand, from cudaMalloc and cudaMemcpy2D to cudaFree, for a region: memory on the device, b and c to it, one launch, a back, and
// the memory is free again.
// expect: device allocs=3 uploads=2 upload_bytes=24960 kernels=1 downloads=1 download_bytes=16000 frees=3
// launch: pgi2_steps_mmkernel_14 grid=3x50x1 block=32x1x1
#include "../run/check.h"

enum { N = 80, M = 50, P = 48 };
static float a[M][N], b[P][N], c[M][P];

static void mmkernel(void)
{
#pragma acc region
    {
#pragma acc for parallel
        for (int j = 0; j < M; j++)
#pragma acc for parallel, vector(32)
            for (int i = 0; i < N; i++) {
                float sum = 0;
                for (int k = 0; k < P; k++)
                    sum += b[k][i] * c[j][k];
                a[j][i] = sum;
            }
    }
}

int main(void)
{
    for (int k = 0; k < P; k++) {
        for (int i = 0; i < N; i++)
            b[k][i] = (float)((i + k) % 7);
        for (int j = 0; j < M; j++)
            c[j][k] = (float)((j * k) % 5);
    }
    mmkernel();
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) {
            float sum = 0;
            for (int k = 0; k < P; k++)
                sum += b[k][i] * c[j][k];
            CHECK(a[j][i] == sum);
        }
    return CHECKED();
}
