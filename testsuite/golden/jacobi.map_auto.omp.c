/* jacobi.c: Jacobi relaxation, four neighbours, two double loops a sweep. */
/* Gangs and vector lengths of OpenUH's table for 2048 x 2048. */
static double jacobi(float *restrict a, float *restrict b, int n, int m, int sweeps)
{
    double start = 0, time = 0;
    {
        for (int s = 0; s < sweeps; s++) {
            if (s == 1)
                start = now_ms();
#pragma omp parallel for schedule(static)
            for (int i = 1; i < n - 1; i++) {
#pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    b[i * m + j] = 0.25f * (a[i * m + j + 1] + a[i * m + j - 1] + a[(i - 1) * m + j] +
                                            a[(i + 1) * m + j]);
                }
            }
#pragma omp parallel for schedule(static)
            for (int i = 1; i < n - 1; i++) {
#pragma omp simd
                for (int j = 1; j < m - 1; j++) {
                    a[i * m + j] = b[i * m + j];
                }
            }
        }
        time = now_ms() - start;
    }
    return time;
}
