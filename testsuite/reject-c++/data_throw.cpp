// error: ACC0116 line 7: `throw 2` leaves the `data` construct
void f(double *a, int n)
{
    #pragma acc data copy(a[0:n])
    {
        if (n > 10)
            throw 2;
    }
}
