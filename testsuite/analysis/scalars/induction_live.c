// A counter whose value behind the loop is used.
// true: line 5 parallel
int copied(int n, const double *restrict a, double *restrict b)
{
    int k = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[k++] = a[i];
    return k;
}
