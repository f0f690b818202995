// Loops of lanes under conditions of the gang's, one of which changes while the loops run.
void relax(int n, int m, float *restrict a, float *restrict b, const int *restrict active)
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 84000)
    for (int i = 0; i < n; i++) {
        if (active[i] && a[i * m] > 0) {
            #pragma omp simd
            for (int j = 0; j < m; j++)
                b[i * m + j] = a[i * m + j] / 2;
            a[i * m] = 0;
        } else {
            float first = b[i * m];
            #pragma omp simd
            for (int j = 0; j < m; j++)
                b[i * m + j] -= first;
        }
    }
}
