// The sum is an element of an array, always the same.
// true: line 4 reduction
void total(int n, const double *restrict a, double *restrict out)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        out[0] += a[i];
}
