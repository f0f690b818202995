// Loops of a collapse(force:2) with a statement between them, and inner bounds that the outer variable sets.
void packed(int n, const int *restrict len, double *restrict a)
{
    #pragma omp parallel for schedule(static) if(n > 20000)
    for (int i = 0; i < n; i++) {
        const int shift = 3 * i;
        #pragma omp simd
        for (int j = 0; j < 16; j++)
            a[i * 16 + j] = shift + j;
    }
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        #pragma omp simd
        for (int j = i; j < len[i]; j++)
            a[i * 16 + j] *= 2;
    }
}
