// covers: 2.11 combined
// error: ACC0105 line 5: for
void f(int *a, int *b, int n)
{
    #pragma acc kernels loop copy(a[0:n])
    a[0] = 1;
}
