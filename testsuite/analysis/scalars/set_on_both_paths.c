// Set on either path: a copy for each iteration will do.
// true: line 5 parallel
void either(int n, const int *restrict a, int *restrict b)
{
    int t;
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            t = a[i];
        else
            t = -a[i];
        b[i] = t;
    }
}
