// error: ACC0133 line 4: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n]) deviceptr(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
