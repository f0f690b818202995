// A product, written out.
// true: line 5 reduction
double product(int n, const double *a)
{
    double p = 1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        p = p * a[i];
    return p;
}
