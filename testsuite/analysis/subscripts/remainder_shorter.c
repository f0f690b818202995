// A ring that is shorter than the loop: later rounds overwrite earlier ones.
// true: line 4 sequential
void ring(int n, int m, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        a[i % m] = i;
}
