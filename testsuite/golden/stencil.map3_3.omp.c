/* stencil.c: seven-point stencil on a grid of 512 x 512 x 64. */
/* Gangs and vector lengths of OpenUH's table for 512 x 512 x 64. */
static double stencil(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1,
                      int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < nx - 1; i++) {
                for (int j = 1; j < ny - 1; j++) {
#pragma omp simd
                    for (int k = 1; k < nz - 1; k++) {
                        out[(((k) * ny + (j)) * nx + (i))] = c1 * (in[(((k + 1) * ny + (j)) * nx + (i))] + in[(((k - 1) * ny + (j)) * nx + (i))] + in[(((k) * ny + (j + 1)) * nx + (i))] +
                                                 in[(((k) * ny + (j - 1)) * nx + (i))] + in[(((k) * ny + (j)) * nx + (i + 1))] + in[(((k) * ny + (j)) * nx + (i - 1))]) -
                                           in[(((k) * ny + (j)) * nx + (i))] * c0;
                    }
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
