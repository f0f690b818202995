/* laplacian.h: the frame of the Laplacian: sizes, input, serial answer, check. */
#include "bench.h"
#ifndef N
#define N 128
#endif
#ifndef SWEEPS
#define SWEEPS 20
#endif

typedef double grid_t[N][N][N];

/* `sweeps` times lap = discrete Laplacian of u over the interior, spacing h.
 * Returns the milliseconds of all but the first. */
APART static double laplacian(grid_t u, grid_t lap, double h, int sweeps);

int main(void)
{
    double(*u)[N][N] = must_alloc(sizeof(grid_t)), (*lap)[N][N] = must_alloc(sizeof(grid_t));
    unsigned seed = 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) {
                u[i][j][k] = noise(&seed);
                lap[i][j][k] = -1;
            }
    const double h = 0.5;

    double start = now_ms();
    double time = laplacian(u, lap, h, SWEEPS);
    double total = now_ms() - start;

    double error = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) {
                double want = -1;
                if (i > 0 && i < N - 1 && j > 0 && j < N - 1 && k > 0 && k < N - 1)
                    want = (u[i + 1][j][k] + u[i - 1][j][k] + u[i][j + 1][k] + u[i][j - 1][k] + u[i][j][k + 1] +
                            u[i][j][k - 1] - 6.0 * u[i][j][k]) /
                           (h * h);
                error = fmax(error, isnan(lap[i][j][k]) ? INFINITY : fabs(lap[i][j][k] - want));
            }
    free(u), free(lap);
    /* h*h is exact; the product with 6 is fused or rounded: one ulp of 6, over h*h. */
    return report("laplacian", time, total, error, 4 * 8.9e-16);
}
