// covers: 2.14.3 host set
// error: ACC0132 line 7: set
void f(int *a)
{
    #pragma acc parallel copy(a[0:1])
    {
        #pragma acc set device_type(host)
        a[0] = 1;
    }
}
