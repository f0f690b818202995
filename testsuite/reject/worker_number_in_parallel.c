// covers: 2.9.3 worker argument
// error: ACC0135 line 6: worker
void f(int *a, int *b, int n)
{
    #pragma acc serial copy(a[0:n])
    #pragma acc loop worker(4)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
