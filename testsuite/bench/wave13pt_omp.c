/* wave13pt_omp.c: wave13pt.c's loops, with OpenMP by hand. */
#include "wave13pt.h"

static void step(float *restrict next, const float *restrict now, int n)
{
    #pragma omp parallel for
    for (int i = 2; i < n - 2; i++) {
        for (int j = 2; j < n - 2; j++) {
            #pragma omp simd
            for (int k = 2; k < n - 2; k++)
                next[AT(i, j, k)] = WAVE_STEP(next, now, i, j, k);
        }
    }
}

static double wave13pt(float *restrict u0, float *restrict u1, int n, int sweeps)
{
    double start = 0;
    for (int s = 0; s < sweeps; s += 2) {
        if (s == 2)
            start = now_ms();
        step(u0, u1, n);
        step(u1, u0, n);
    }
    return now_ms() - start;
}
