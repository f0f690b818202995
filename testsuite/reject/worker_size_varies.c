// covers: 2.9 invariant
// error: ACC0135 line 8: worker
void f(int *a, int n)
{
    #pragma acc kernels copy(a[0:n * n])
    {
        for (int i = 0; i < n; i++) {
            #pragma acc loop worker(i)
            for (int j = 0; j < n; j++)
                a[i * n + j] = i;
        }
    }
}
