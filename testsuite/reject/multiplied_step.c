// error: ACC0108 line 5: i
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 1; i < n; i *= 2)
        a[i] = 1;
}
