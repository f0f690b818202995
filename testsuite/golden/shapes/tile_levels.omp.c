// Tiles by gangs, their elements by lanes, and by workers.
void scale(int n, int m, double k, double *a)
{
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
        int j = 0;
        __typeof__(j) j_from = j;
        const unsigned long j_trips = j_from < m ? (unsigned long)m - (unsigned long)j_from : 0;
        unsigned long i_k_first, j_k_first;
    #pragma omp parallel for collapse(2) schedule(static)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 8)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 8) {
            const unsigned long i_k_end = i_trips - i_k_first < 8 ? i_trips : i_k_first + 8;
            const unsigned long j_k_end = j_trips - j_k_first < 8 ? j_trips : j_k_first + 8;
            unsigned long i_k, j_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
                __typeof__(j_from) j = j_from + (long)j_k;
            a[i * m + j] *= k;}}}
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
        int j = 0;
        __typeof__(j) j_from = j;
        const unsigned long j_trips = j_from < m ? (unsigned long)m - (unsigned long)j_from : 0;
        unsigned long i_k_first, j_k_first;
    #pragma omp parallel for collapse(2) schedule(static) if((double)n * (double)m > 250000)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 64)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 2) {
            const unsigned long i_k_end = i_trips - i_k_first < 64 ? i_trips : i_k_first + 64;
            const unsigned long j_k_end = j_trips - j_k_first < 2 ? j_trips : j_k_first + 2;
            unsigned long i_k, j_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
                __typeof__(j_from) j = j_from + (long)j_k;
            a[i * m + j] += k;}}}
}
