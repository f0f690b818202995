// With restrict the gather is parallel; how far x reaches isn't known, so x must be on the device already.
// true: line 4 parallel
void gather(int n, const int *restrict k, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] = x[k[i]];
}
