// error: ACC0123 line 4: a
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
