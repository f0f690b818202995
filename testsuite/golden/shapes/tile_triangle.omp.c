// A tile around a body that works on a triangle, and a tile of one loop.
void triangle(int n, double *restrict a, double *restrict d)
{
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
        int j = 0;
        __typeof__(j) j_from = j;
        const unsigned long j_trips = j_from < n ? (unsigned long)n - (unsigned long)j_from : 0;
        unsigned long i_k_first, j_k_first;
    #pragma omp parallel for collapse(2) schedule(static) if((double)n * (double)n > 150000)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 16)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 16) {
            const unsigned long i_k_end = i_trips - i_k_first < 16 ? i_trips : i_k_first + 16;
            const unsigned long j_k_end = j_trips - j_k_first < 16 ? j_trips : j_k_first + 16;
            unsigned long i_k, j_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
                __typeof__(j_from) j = j_from + (long)j_k;
     {
            if (j > i)
                continue;
            a[i * n + j] += a[i * n + j] * 0.5;
        }}}}
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
        unsigned long i_k_first;
    #pragma omp parallel for schedule(static) if(n > 340000)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 128) {
            const unsigned long i_k_end = i_trips - i_k_first < 128 ? i_trips : i_k_first + 128;
            unsigned long i_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
        d[i] = a[i * n + i];}}}
}
