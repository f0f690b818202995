// A private array of the gang, which its lanes fill and read: in shared memory, with barriers.
void smooth(int n, int m, float *a)
{
    float row[128];
    #pragma omp parallel for schedule(static) if(3 * (double)n * (double)m + 12 * (double)n * ((double)m - 2) > 1000000) private(row)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = 0; j < m; j++)
            row[j] = a[i * m + j];
        #pragma omp simd
        for (int j = 1; j < m - 1; j++)
            a[i * m + j] = (row[j - 1] + row[j] + row[j + 1]) / 3;
    }
}
