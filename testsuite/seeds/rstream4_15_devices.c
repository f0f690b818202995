// Several devices from one loop: halves of A and C, and all of B, go to two of them.
// run: -O2 --acc-devices=true
// env: ACC_NUM_SIM_DEVICES=2 ACCRS_GPU_DEVICES=2
// expect: device kernels=2 device_parts=2 upload_bytes=196608 download_bytes=65536
// launch: rstream4_15_devices_product_12_part grid=2x1x1 block=32x4x1
#include "../run/check.h"
#include <stdlib.h>

static void product(int n, const float *restrict A, const float *restrict B, float *restrict C)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += A[i * n + k] * B[k * n + j];
            C[i * n + j] = s;
        }
}

int main(void)
{
    int n = 128;
    float *A = malloc(sizeof *A * (size_t)(n * n)), *B = malloc(sizeof *B * (size_t)(n * n)), *C = malloc(sizeof *C * (size_t)(n * n));
    if (!A || !B || !C)
        return 2;
    for (int i = 0; i < n * n; i++)
        A[i] = (float)(i % 7), B[i] = (float)(i % 5);
    product(n, A, B, C);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += A[i * n + k] * B[k * n + j];
            CHECK(C[i * n + j] == s);
        }
    free(A), free(B), free(C);
    return CHECKED();
}
