// covers: 2.8 if scalar
// error: ACC0102 line 8: if
struct s {
    int x;
};
void f(int *a, struct s c)
{
    #pragma acc host_data use_device(a) if(c)
    a[0] = 1;
}
