// Two sums in one loop.
// true: line 5 reduction
double variance(int n, const double *a)
{
    double s = 0, q = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        s += a[i];
        q += a[i] * a[i];
    }
    return q / n - s / n * (s / n);
}
