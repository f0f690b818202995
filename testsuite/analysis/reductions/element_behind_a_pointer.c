// The same sum behind a plain pointer, which may lead into the array.
// true: line 4 reduction
void total(int n, const double *a, double *out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[0] += a[i];
}
