// A recurrence over a distance that only the run knows.
// true: line 4 sequential
void later(int n, int d, int *a)
{
    #pragma acc kernels
    for (int i = d; i < n; i++)
        a[i] = a[i - d];
}
