// An int and a float are not the same object, by C's rules on types.
// true: line 4 parallel
void convert(int n, const int *a, float *b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[i] = a[n - 1 - i];
}
