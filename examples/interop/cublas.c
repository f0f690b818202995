/* cuBLAS on data that OpenACC keeps on the device: y = a x + y.
 * accrs -o cublas cublas.c -lcublas       (headers and library: the CUDA toolkit) */
#include <cublas_v2.h>
#include <stdio.h>

#define N 1000

int main(void)
{
    float x[N], y[N], a = 2;
    cublasHandle_t handle;
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "cublas: no GPU can be used\n");
        return 77;
    }
#pragma acc data copyin(x) copy(y)
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            x[i] += 1;
#pragma acc host_data use_device(x, y)
        cublasSaxpy(handle, N, &a, x, 1, y, 1);
    }
    cublasDestroy(handle);
    printf("%g %g\n", y[0], y[N - 1]);
    return y[0] == 3 && y[N - 1] == 2 * N + 1 ? 0 : 1;
}
