// covers: 2.9 device_type
// error: ACC0020 line 5: private
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop gang device_type(sim) private(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
