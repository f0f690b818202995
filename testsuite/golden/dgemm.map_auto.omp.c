/* dgemm.c: matrix product in double precision, the textbook triple loop. */
#include "dgemm.h"

/* Gangs and vector lengths of OpenUH's table for 8192 x 8192. */
#ifndef G1
#if VARIANT == MAP_G_V || VARIANT == MAP_G_GV
#define G1 8192
#else
#define G1 4096
#endif
#endif
#ifndef V1
#define V1 2
#endif
#ifndef G2
#define G2 64
#endif
#ifndef V2
#define V2 128
#endif

static double dgemm(const double *restrict a, const double *restrict b, double *restrict c, int n, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            #pragma omp parallel for schedule(static) if((double)n * (double)n * (double)n > 1400000)
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int k = 0; k < n; k++)
                        sum += a[i * n + k] * b[k * n + j];
                    c[i * n + j] = sum;
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
