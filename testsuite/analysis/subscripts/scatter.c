// Written through an index: two entries of k may be the same.
// true: line 4 sequential
void scatter(int n, const int *restrict k, const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        y[k[i]] = x[i];
}
