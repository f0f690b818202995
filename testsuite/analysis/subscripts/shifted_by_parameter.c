// The offset is a parameter that may be anything.
// true: line 4 sequential
void offset(int n, int k, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i] = a[i + k];
}
