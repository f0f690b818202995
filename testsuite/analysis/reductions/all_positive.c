// A logical and.
// true: line 5 reduction
int all(int n, const double *a)
{
    int yes = 1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        yes = yes && a[i] > 0;
    return yes;
}
