// Subtraction adds up what is taken away.
// true: line 4 reduction
int left(int n, int all, const int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        all -= a[i];
    return all;
}
