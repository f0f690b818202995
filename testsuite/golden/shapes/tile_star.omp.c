// A tile whose first size is left to the implementation, of loops with odd bounds and steps.
void inner(int n, int m, double a[n][m])
{
    {
        int i = 1;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from <= (n - 2) ? ((unsigned long)(n - 2) - (unsigned long)i_from) / (unsigned long)3 + 1 : 0;
        int j = m - 2;
        __typeof__(j) j_from = j;
        const unsigned long j_trips = j_from > 0 ? (unsigned long)j_from - (unsigned long)0 : 0;
        unsigned long i_k_first, j_k_first;
    #pragma omp parallel for collapse(2) schedule(static) if(((double)n - 3) / 3 * ((double)m - 2) > 200000)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 16)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 32) {
            const unsigned long i_k_end = i_trips - i_k_first < 16 ? i_trips : i_k_first + 16;
            const unsigned long j_k_end = j_trips - j_k_first < 32 ? j_trips : j_k_first + 32;
            unsigned long i_k, j_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++) {
                __typeof__(i_from) i = i_from + (long)(i_k * 3);
                __typeof__(j_from) j = j_from - (long)j_k;
            a[i][j] = i * 100 + j;}}}
}
