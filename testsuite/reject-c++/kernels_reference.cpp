// error: ACC0166 line 6: `x` is a reference, and may be what `a[i]` is: `kernels` can't know which iterations depend on each other
void f(double *a, double &x, int n)
{
    #pragma acc kernels copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = x + 1;
}
