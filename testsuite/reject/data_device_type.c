// covers: 2.6.5 device_type
// error: ACC0020 line 5: copy
void f(int *a, int *b, int n)
{
    #pragma acc data device_type(sim) copy(a[0:n])
    {
    }
}
