// error: ACC0004 line 5: num_workers
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
    #pragma acc loop num_workers(4)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
