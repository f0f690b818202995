/* laplacian.c: the discrete Laplacian on a cube of 128 points a side. */
#include "laplacian.h"

/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
#if VARIANT == MAP3_1
#define DEFAULT_G1 63
#define DEFAULT_G2 126
#define DEFAULT_V2 2
#define DEFAULT_V3 128
#elif VARIANT == MAP3_2
#define DEFAULT_V1 2
#define DEFAULT_G2 32
#define DEFAULT_V2 4
#define DEFAULT_G3 2
#define DEFAULT_V3 64
#elif VARIANT == MAP3_3
#define DEFAULT_V1 128
#define DEFAULT_G2 63
#define DEFAULT_V2 2
#define DEFAULT_G3 126
#endif
#include "topology3.h"

static double laplacian(grid_t u, grid_t lap, double h, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
            #pragma omp parallel for schedule(static)
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
        time = now_ms() - start;
    }
    return time;
}
