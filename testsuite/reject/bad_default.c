// covers: 2.5.4 default value
// error: ACC0023 line 5: everything
void f(int *a, int n)
{
    #pragma acc parallel loop default(everything) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
