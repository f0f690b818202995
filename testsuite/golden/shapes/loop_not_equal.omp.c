// Loops that end by != : by one, by more, of unsigned variables around their ends, of pointers.
void ends(int from, int to, unsigned start, unsigned stop, double *first, double *last, int *a)
{
    #pragma omp parallel for simd schedule(static) if(((double)to - (double)from) > 500000)
    for (int i = from; i != to; i++)
        a[i] = i;
    {
        int i = 0;
        __typeof__(i) i_from = i;
        const unsigned long i_trips = i_from < (4 * 25) ? ((unsigned long)(4 * 25) - (unsigned long)i_from - 1) / (unsigned long)4 + 1 : 0;
        unsigned long i_k;
    #pragma omp parallel for simd schedule(static) num_threads(1)
        for (i_k = 0; i_k < i_trips; i_k++) {
            __typeof__(i_from) i = i_from + (long)(i_k * 4);
        a[i] += 1;}}
    {
        unsigned u = start;
        __typeof__(u) u_from = u;
        const unsigned long u_trips = (unsigned)((unsigned long)stop - (unsigned long)u_from);
        unsigned long u_k;
    #pragma omp parallel for simd schedule(static) if(((double)stop - (double)start) > 500000)
        for (u_k = 0; u_k < u_trips; u_k++) {
            __typeof__(u_from) u = u_from + (long)u_k;
        a[u - start] = u;}}
    #pragma omp parallel for simd schedule(static) if((double)(last - first) > 500000)
    for (double *p = first; p != last; p++)
        *p = 0;
}
