// env: LIBCLANG_PATH=/nonexistent
// error: ACC0400: libclang
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
