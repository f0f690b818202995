// covers: 2.5.4 device_type
// error: ACC0020 line 5: reduction
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop device_type(sim) reduction(+:n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
