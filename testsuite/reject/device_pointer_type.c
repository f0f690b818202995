// covers: 2.7 attach pointer
// error: ACC0133 line 5: n
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n]) deviceptr(n)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
