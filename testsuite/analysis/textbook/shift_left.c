// Reads the element that the next iteration overwrites: the order matters, though nothing is passed on.
// true: line 4 sequential
void shift(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
}
