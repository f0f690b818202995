/* stencil_omp.c: stencil.c's loops, with OpenMP by hand. */
#include "stencil.h"

static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps)
{
    double start = 0;
    for (int s = 0; s < sweeps; s++) {
        if (s == 1)
            start = now_ms();
        #pragma omp parallel for
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
    return now_ms() - start;
}
