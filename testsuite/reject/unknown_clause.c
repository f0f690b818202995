// error: ACC0003 line 4: copyinn
void f(int *a, int n)
{
    #pragma acc parallel loop copyinn(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
