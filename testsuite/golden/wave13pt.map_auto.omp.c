/* wave13pt.c: the wave equation, fourth order in space: a 13-point stencil. */
#include "wave13pt.h"

/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
#if VARIANT == MAP3_1
#define DEFAULT_G1 64
#define DEFAULT_G2 124
#define DEFAULT_V2 2
#define DEFAULT_V3 128
#elif VARIANT == MAP3_2
#define DEFAULT_V1 2
#define DEFAULT_G2 31
#define DEFAULT_V2 4
#define DEFAULT_G3 2
#define DEFAULT_V3 64
#elif VARIANT == MAP3_3
#define DEFAULT_V1 128
#define DEFAULT_G2 62
#define DEFAULT_V2 2
#define DEFAULT_G3 124
#endif
#include "topology3.h"

/* One time step on the device; both states are there already. */
static void step(float *restrict next, const float *restrict now, int n)
{
    #pragma omp parallel for schedule(static) if(((double)n - 4) * ((double)n - 4) * ((double)n - 4) > 20000)
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
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s += 2) {
            if (s == 2)
                start = now_ms();
            step(u0, u1, n);
            step(u1, u0, n);
        }
        time = now_ms() - start;
    }
    return time;
}
