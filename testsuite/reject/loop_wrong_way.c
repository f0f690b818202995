// error: ACC0108 line 5: 
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i--)
        a[i] = 1;
}
