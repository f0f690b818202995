// Two iterations share an element: `i / 2` is the same for both, and the later one wins.
// true: line 4 sequential
void pairs(int n, int *restrict a, const int *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i / 2] = b[i];
}
