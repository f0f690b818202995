// covers: 2.14.1 host init
// error: ACC0132 line 7: init
void f(int *a)
{
    #pragma acc parallel copy(a[0:1])
    {
        #pragma acc init device_type(host)
        a[0] = 1;
    }
}
