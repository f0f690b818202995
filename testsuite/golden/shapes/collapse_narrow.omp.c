// Collapsed loops with narrow and unsigned variables that count down, and with long ones.
void fill(unsigned char top, unsigned n, long m, int *restrict a, int *restrict b)
{
    {
        unsigned char i = top;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from > 0 ? (unsigned long)i_from - (unsigned long)0 : 0;
        unsigned long i_k;
    #pragma omp parallel for schedule(static) if((double)top > 84000)
        for (i_k = 0; i_k < i_trips; i_k++) {
            __typeof__(i_from) i = i_from - (long)i_k;
        for (short j = 7; j >= 0; j -= 2)
            a[i * 8 + j] = i - j;}}
    #pragma omp parallel for schedule(static) if(((double)n - 1) * (double)m / 5 > 100000)
    for (unsigned i = n - 1; i > 0; --i)
        for (long j = 0; j < m; j += 5)
            for (int k = -2; k <= 2; k++)
                b[(i * m + j) * 5 + k + 2] = k;
}
