// error: ACC0020 line 4: copy
void f(int *a, int n)
{
    #pragma acc parallel loop device_type(nvidia) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
