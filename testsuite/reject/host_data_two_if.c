// covers: 2.8 one if
// error: ACC0005 line 5: if
void f(int *a, int *b, int n)
{
    #pragma acc host_data use_device(a) if(n) if(1)
    a[0] = 1;
}
