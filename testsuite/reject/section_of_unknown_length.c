// covers: 2.7.1 length
// error: ACC0123 line 5: a
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
