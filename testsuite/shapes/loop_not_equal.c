// Loops that end by != : by one, by more, of unsigned variables around their ends, of pointers.
void ends(int from, int to, unsigned start, unsigned stop, double *first, double *last, int *a)
{
    #pragma acc parallel loop present(a)
    for (int i = from; i != to; i++)
        a[i] = i;
    #pragma acc parallel loop present(a)
    for (int i = 0; i != 4 * 25; i += 4)
        a[i] += 1;
    #pragma acc parallel loop present(a)
    for (unsigned u = start; u != stop; u++)
        a[u - start] = u;
    #pragma acc parallel loop present(first, last)
    for (double *p = first; p != last; p++)
        *p = 0;
}
