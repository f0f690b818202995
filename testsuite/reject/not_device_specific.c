// covers: 2.4 specific, 2.7 device_type
// error: ACC0020 line 5: copy
void f(int *a, int n)
{
    #pragma acc parallel loop device_type(nvidia) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
