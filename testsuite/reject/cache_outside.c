// run: -acc=strict
// covers: 2.10 place
// error: ACC0125 line 8: cache
void f(int *a, int n)
{
    #pragma acc parallel copy(a[0:n])
    {
        #pragma acc cache(a[0:4])
        a[0] = n;
    }
}
