/* stencil.c: seven-point stencil on a grid of 512 x 512 x 64. */
#include "stencil.h"

/* Gangs and vector lengths of OpenUH's table for 512 x 512 x 64. */
#if VARIANT == MAP3_1
#define DEFAULT_G1 510
#define DEFAULT_V2 2
#define DEFAULT_V3 128
#elif VARIANT == MAP3_2
#define DEFAULT_V1 2
#define DEFAULT_V2 4
#define DEFAULT_G3 16
#define DEFAULT_V3 64
#elif VARIANT == MAP3_3
#define DEFAULT_V1 128
#define DEFAULT_V2 2
#define DEFAULT_G3 62
#endif
#define DEFAULT_G2 255
#include "topology3.h"

static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            #pragma omp parallel for schedule(static) if(((double)nx - 2) * ((double)ny - 2) * ((double)nz - 2) > 59000)
            for (int i = 1; i < nx - 1; i++) {
                for (int j = 1; j < ny - 1; j++) {
                    #pragma omp simd
                    for (int k = 1; k < nz - 1; k++) {
                        out[AT(i, j, k)] = c1 * (in[AT(i, j, k + 1)] + in[AT(i, j, k - 1)] + in[AT(i, j + 1, k)] +
                                                 in[AT(i, j - 1, k)] + in[AT(i + 1, j, k)] + in[AT(i - 1, j, k)]) -
                                           in[AT(i, j, k)] * c0;
                    }
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
