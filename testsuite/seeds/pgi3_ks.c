// Ks, the slow one: i and j have changed places, so that neighbouring threads read elements that are a column apart.
// launch: pgi3_ks_turned_8 grid=4x150x1 block=32x1x1
// expect: device kernels=2 in_order=0
#include "matmul.h"

static void turned(int n, int m, int p, float *restrict a, const float *restrict b, const float *restrict c)
{
#pragma acc kernels loop gang copyin(b[0 : n * p], c[0 : p * m]) copyout(a[0 : n * m])
    for (int i = 0; i < n; i++) {
#pragma acc loop gang vector(32)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < p; k++)
                sum += b[i + n * k] * c[k + p * j];
            a[i + n * j] = sum;
        }
    }
}

int main(void)
{
    TRY(turned);
    return CHECKED();
}
