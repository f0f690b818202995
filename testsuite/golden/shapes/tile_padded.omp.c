// A tile of workers around loops of lanes with barriers: rows beyond the tile's end go along.
void blocks(int n, int m, int k, const float *restrict a, float *restrict s)
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
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 4)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 2) {
            const unsigned long i_k_end = i_trips - i_k_first < 4 ? i_trips : i_k_first + 4;
            const unsigned long j_k_end = j_trips - j_k_first < 2 ? j_trips : j_k_first + 2;
            unsigned long i_k, j_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
                __typeof__(j_from) j = j_from + (long)j_k;
     {
            float sum = 0;
            #pragma omp simd reduction(+:sum)
            for (int l = 0; l < k; l++)
                sum += a[(i * m + j) * k + l];
            s[i * m + j] = sum;
        }}}}
}
