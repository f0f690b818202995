// covers: 2.14.2 host shutdown
// error: ACC0132 line 7: shutdown
void f(int *a)
{
    #pragma acc parallel copy(a[0:1])
    {
        #pragma acc shutdown device_type(host)
        a[0] = 1;
    }
}
