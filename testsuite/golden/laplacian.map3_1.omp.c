/* laplacian.c: the discrete Laplacian on a cube of 128 points a side. */
/* Gangs and vector lengths of OpenUH's table for 128 x 128 x 128. For Map3-3 it
 * gives the middle loop a vector length alone; the gangs are those that cover it. */
static double laplacian(grid_t u, grid_t lap, double h, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < 128 - 1; i++) {
                for (int j = 1; j < 128 - 1; j++) {
#pragma omp simd
                    for (int k = 1; k < 128 - 1; k++) {
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
