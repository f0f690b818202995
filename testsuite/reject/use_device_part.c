// covers: 2.8 whole
// error: ACC0031 line 6: a
void g(int *);
void f(int *a)
{
    #pragma acc host_data use_device(a[0:2])
    g(a);
}
