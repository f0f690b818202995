// error: ACC0135 line 5: dimension
void f(int *a, int n)
{
    #pragma acc kernels copy(a[0:n])
    #pragma acc loop gang(dim:1)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
