// Set under a condition and read without it: the value may come from an iteration before.
// true: line 5 sequential
void sticky(int n, const int *restrict a, int *restrict b)
{
    int t = 0;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            t = a[i];
        b[i] = t;
    }
}
