// Pointers that a region assigns and the host reads behind it; and such as the host has itself, or that nobody reads.
// run: -Werror
// error: ACC0209 line 13: 'found'
// error: ACC0209 line 16: 'p'
double a[100];

double first(int n)
{
    double *found = 0, *p, *q;
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] > 2)
            found = &a[i];
#pragma acc kernels
    {
        p = a;
        while (p < a + n && *p > 0)
            p++;
    }
#pragma acc kernels
    for (q = a; q < a + n; q++)
        *q = 1;
    return *found + *p + q[-1];
}
