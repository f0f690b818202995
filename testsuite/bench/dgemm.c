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
    #pragma acc data copyin(a[0:n*n], b[0:n*n]) copyout(c[0:n*n])
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            PRAGMA(acc kernels loop independent OUTER)
            for (int i = 0; i < n; i++) {
                PRAGMA(acc loop independent INNER)
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    #pragma acc loop seq
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
