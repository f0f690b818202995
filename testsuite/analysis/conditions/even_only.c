// A condition on the loop's own variable.
// true: line 4 parallel
void halve(int n, double *restrict a, const double *restrict b)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        if (i % 2 == 0)
            a[i] = b[i / 2];
}
