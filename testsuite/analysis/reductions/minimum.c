// The least element, by a condition.
// true: line 5 reduction
double least(int n, const double *a)
{
    double m = 1e300;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] < m)
            m = a[i];
    return m;
}
