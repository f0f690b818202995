// A tile of three loops, with a variable that one of them declares as narrow.
void cube(int n, float (*a)[32][32])
{
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < n ? (unsigned long)n - (unsigned long)i_from : 0;
        short j = 0;
        __typeof__(j) j_from = j;
        const unsigned long j_trips = j_from < 32 ? (unsigned long)32 - (unsigned long)j_from : 0;
        unsigned char k = 1;
        __typeof__(k) k_from = k;
        const unsigned long k_trips = k_from < 31 ? (unsigned long)31 - (unsigned long)k_from : 0;
        unsigned long i_k_first, j_k_first, k_k_first;
    #pragma omp parallel for collapse(3) schedule(static) if(n > 180)
        for (i_k_first = 0; i_k_first < i_trips; i_k_first += 32)
        for (j_k_first = 0; j_k_first < j_trips; j_k_first += 4)
        for (k_k_first = 0; k_k_first < k_trips; k_k_first += 2) {
            const unsigned long i_k_end = i_trips - i_k_first < 32 ? i_trips : i_k_first + 32;
            const unsigned long j_k_end = j_trips - j_k_first < 4 ? j_trips : j_k_first + 4;
            const unsigned long k_k_end = k_trips - k_k_first < 2 ? k_trips : k_k_first + 2;
            unsigned long i_k, j_k, k_k;
            for (i_k = i_k_first; i_k < i_k_end; i_k++)
            for (j_k = j_k_first; j_k < j_k_end; j_k++)
            for (k_k = k_k_first; k_k < k_k_end; k_k++) {
                __typeof__(i_from) i = i_from + (long)i_k;
                __typeof__(j_from) j = j_from + (long)j_k;
                __typeof__(k_from) k = k_from + (long)k_k;
                a[i][j][k] = i + j - k;}}}
}
