// The element at the other end is written by another iteration, so in place this has to stay in order.
// true: line 4 sequential
void reverse(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i] = a[n - 1 - i];
}
