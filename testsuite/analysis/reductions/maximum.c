// The greatest, by `?:`.
// true: line 5 reduction
int greatest(int n, const int *a)
{
    int m = -1;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        m = a[i] > m ? a[i] : m;
    return m;
}
