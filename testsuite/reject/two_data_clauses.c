// covers: 2.7 twice
// error: ACC0127 line 5: a
void f(int *a, int n)
{
    #pragma acc parallel loop private(a) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
