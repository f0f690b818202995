// The same with a distance of n.
// true: line 5 parallel
void upper(int n, double *a)
{
    double *b = a + n;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}
