// Looks like a minimum, but what is kept is another array's element.
// true: line 5 sequential
double key(int n, const double *a, const double *b)
{
    double m = 1e300;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] < m)
            m = b[i];
    return m;
}
