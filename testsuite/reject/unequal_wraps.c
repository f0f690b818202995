// error: ACC0107 line 5: wraps around
void f(double *a, unsigned long n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (unsigned long i = n - 2; i != (unsigned long)-2; i -= 2)
        a[i] = i;
}
