// covers: 2.5.2 serial sizes
// error: ACC0004 line 5: num_workers
void f(int *a, int *b, int n)
{
    #pragma acc serial num_workers(4) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
