// error: ACC0106 line 5: for
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (; n > 0; n--)
        a[n] = 1;
}
