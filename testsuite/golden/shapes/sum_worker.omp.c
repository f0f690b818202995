// A sum over the workers of each gang, used by the gang.
void rows(int n, int m, const float *restrict a, float *restrict norm)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        float s = 0;
        #pragma omp simd reduction(+:s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j] * a[i * m + j];
        norm[i] = s;
    }
}
