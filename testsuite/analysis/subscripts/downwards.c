// A loop that counts down, and one that steps by three.
// true: line 5 parallel, line 7 parallel
void down(int n, int *restrict a, int *restrict b)
{
    #pragma acc kernels
    {
        for (int i = n - 1; i >= 0; i--)
            a[i] = i;
        for (int i = 0; i < n; i += 3)
            b[i] = i;
    }
}
