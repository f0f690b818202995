// Written through the remainder: all iterations still have an element of their own.
// true: line 4 parallel
void rotate(int n, const int *restrict a, int *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        b[(i + 3) % n] = a[i];
}
