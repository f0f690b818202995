// A counter that grows under a condition of the data: where an element goes depends on all before it.
// true: line 5 sequential
int positive(int n, const int *restrict a, int *restrict b)
{
    int k = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            b[k++] = a[i];
    return k;
}
