// What one loop of lanes stores the next one reads shifted: a barrier between them, in a gang loop and in a worker loop.
void shift(int n, int m, float *restrict a, float *restrict b)
{
    #pragma omp parallel for schedule(static) if(4 * (double)n * (double)m + 3 * (double)n * ((double)m - 1) > 1000000)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] * 2;
        #pragma omp simd
        for (int j = 1; j < m; j++)
            a[i * m + j] = b[i * m + j - 1];
    }
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] + 1;
        #pragma omp simd
        for (int j = 1; j < m; j++)
            a[i * m + j] = b[i * m + j - 1];
    }
}
