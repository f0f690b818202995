// covers: 2.8 use_device
// error: ACC0022 line 5: host_data
void f(int *a, int *b, int n)
{
    #pragma acc host_data if_present
    a[0] = 1;
}
