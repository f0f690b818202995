// error: ACC0108 line 5: for
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n;)
        a[n] = i++;
}
