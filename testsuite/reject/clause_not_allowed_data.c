// error: ACC0004 line 4: private
void f(int *a, int n)
{
    #pragma acc data private(a)
    {
        a[0] = n;
    }
}
