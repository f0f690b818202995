// Two loops in one region: each becomes a kernel.
// true: line 5 parallel, line 7 parallel
void both(int n, double *restrict a, double *restrict b, const double *restrict c)
{
    #pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            a[i] = c[i] + 1;
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
    }
}
