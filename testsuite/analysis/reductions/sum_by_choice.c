// A sum of one of two values.
// true: line 5 reduction
long sum(int n, const int *a)
{
    long s = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        s += a[i] > 0 ? a[i] : -a[i];
    return s;
}
