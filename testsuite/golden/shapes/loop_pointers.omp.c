// Pointers as loop variables: up, down, in steps, and in a nest.
void clear(char *text, char *end, int n, int m, float *a)
{
    #pragma omp parallel for simd schedule(static) if((double)(end - text) / 2 > 500000)
    for (char *p = text; p < end; p += 2)
        *p = ' ';
    #pragma omp parallel for schedule(static) if((double)((a + n * m) - a) / (double)m * (double)((a + n * m) - a) / (double)m > 500000)
    for (float *row = a; row < a + n * m; row += m) {
        #pragma omp simd
        for (float *p = row + m - 1; p >= row; --p)
            *p += 1;
    }
}
