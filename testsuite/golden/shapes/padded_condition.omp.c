// A worker loop with a condition around the lanes' loops, and a continue before them.
void masked(int n, int m, const int *restrict mask, const float *restrict a, float *restrict s)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        if (mask[i] < 0)
            continue;
        float sum = 0;
        if (mask[i]) {
            #pragma omp simd reduction(+:sum)
            for (int j = 0; j < m; j++)
                sum += a[i * m + j];
        }
        s[i] = sum;
    }
}
