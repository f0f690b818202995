// covers: 2.9 monotonic
// error: ACC0108 line 6: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i--)
        a[i] = 1;
}
