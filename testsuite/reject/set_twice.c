// covers: 2.14.3 twice
// error: ACC0005 line 5: device_num
void f(int *a, int *b, int n)
{
    #pragma acc set device_num(0) device_num(1)
}
