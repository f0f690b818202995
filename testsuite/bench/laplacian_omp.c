/* laplacian_omp.c: laplacian.c's loops, with OpenMP by hand. */
#include "laplacian.h"

static double laplacian(grid_t u, grid_t lap, double h, int sweeps)
{
    double start = 0;
    for (int s = 0; s < sweeps; s++) {
        if (s == 1)
            start = now_ms();
        #pragma omp parallel for
        for (int i = 1; i < N - 1; i++) {
            for (int j = 1; j < N - 1; j++) {
                #pragma omp simd
                for (int k = 1; k < N - 1; k++) {
                    lap[i][j][k] = (u[i + 1][j][k] + u[i - 1][j][k] + u[i][j + 1][k] + u[i][j - 1][k] +
                                    u[i][j][k + 1] + u[i][j][k - 1] - 6.0 * u[i][j][k]) /
                                   (h * h);
                }
            }
        }
    }
    return now_ms() - start;
}
