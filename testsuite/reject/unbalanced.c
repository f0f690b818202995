// error: ACC0007 line 4: closes
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n)]
    for (int i = 0; i < n; i++)
        a[i] = i;
}
