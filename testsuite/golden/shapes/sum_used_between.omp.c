// Each row is divided by its sum, which a loop of lanes made before another uses it.
void normalise(int n, int m, float *a)
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 84000)
    for (int i = 0; i < n; i++) {
        float s = 0, most = 0;
        #pragma omp simd reduction(+:s)
        for (int j = 0; j < m; j++)
            s += a[i * m + j];
        const float scale = s != 0 ? 1 / s : 1;
        #pragma omp simd reduction(max:most)
        for (int j = 0; j < m; j++) {
            a[i * m + j] *= scale;
            most = a[i * m + j] > most ? a[i * m + j] : most;
        }
        a[i * m] = most;
    }
}
