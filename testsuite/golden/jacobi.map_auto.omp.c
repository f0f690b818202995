/* jacobi.c: Jacobi relaxation, four neighbours, two double loops a sweep. */
#include "jacobi.h"

/* Gangs and vector lengths of OpenUH's table for 2048 x 2048. */
#ifndef G1
#if VARIANT == MAP_G_V
#define G1 2048
#elif VARIANT == MAP_GV_V
#define G1 1024
#elif VARIANT == MAP_G_GV
#define G1 2046
#else
#define G1 1023
#endif
#endif
#ifndef V1
#define V1 2
#endif
#ifndef G2
#define G2 16
#endif
#ifndef V2
#define V2 128
#endif

static double jacobi(float *restrict a, float *restrict b, int n, int m, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            #pragma omp parallel for schedule(static) if(((double)n - 2) * ((double)m - 2) > 100000)
            for (int i = 1; i < n - 1; i++) {
                #pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] +
                                            a[(i + 1) * m + j]);
                }
            }
            #pragma omp parallel for schedule(static) if(((double)n - 2) * ((double)m - 2) > 340000)
            for (int i = 1; i < n - 1; i++) {
                #pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    a[i * m + j] = b[i * m + j];
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
