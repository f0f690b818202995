// run: -O2 --acc-target=nvidia
// error: ACC0303 line 6: long double
void f(long double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = 0.1L * i;
}
