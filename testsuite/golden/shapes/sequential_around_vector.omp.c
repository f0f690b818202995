// A sequential loop around loops of lanes that exchange values: a sweep of cyclic reduction.
void scan(int n, int m, int *restrict a, int *restrict b)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        for (int step = 1; step < m; step *= 2) {
            #pragma omp simd
            for (int j = 0; j < m; j++)
                b[i * m + j] = a[i * m + j] + (j >= step ? a[i * m + j - step] : 0);
            #pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] = b[i * m + j];
        }
    }
}
