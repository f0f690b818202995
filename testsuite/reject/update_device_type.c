// covers: 2.14.4 device_type
// error: ACC0020 line 5: self
void f(int *a, int *b, int n)
{
    #pragma acc update device_type(sim) self(a[0:n])
}
