/* in_header.h: a mistake in a header, for in_header.c. */
static inline void in_header(int *a, int n)
{
    #pragma acc parallel loop copyy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
