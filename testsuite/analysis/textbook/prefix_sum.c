// Each iteration needs what the one before wrote.
// true: line 4 sequential
void prefix(int n, double *a)
{
    #pragma acc kernels
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}
