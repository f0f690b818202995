// error: ACC0103 line 5: `unroll` takes a constant from 1 to 65535
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
    #pragma acc loop unroll(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
