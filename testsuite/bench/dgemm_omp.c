/* dgemm_omp.c: dgemm.c's loops, with OpenMP by hand. */
#include "dgemm.h"

static double dgemm(const double *restrict a, const double *restrict b, double *restrict c, int n, int sweeps)
{
    double start = 0;
    for (int s = 0; s < sweeps; s++) {
        if (s == 1)
            start = now_ms();
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {
            #pragma omp simd
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++)
                    sum += a[i * n + k] * b[k * n + j];
                c[i * n + j] = sum;
            }
        }
    }
    return now_ms() - start;
}
