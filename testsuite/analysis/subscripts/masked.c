// The same by a mask.
// true: line 4 sequential
void mask(int n, int *restrict a, const int *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i & 7] = b[i];
}
