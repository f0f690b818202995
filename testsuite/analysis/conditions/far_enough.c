// The loop is as long as the distance: nothing that is read is written.
// true: line 4 parallel
void copy(int n, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i + n] = a[i];
}
