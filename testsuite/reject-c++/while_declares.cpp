// error: ACC0119 line 6: `while (int t = a[i])
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        while (int t = a[i])
            a[i] = t / 2;
}
