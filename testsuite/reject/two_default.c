// covers: 2.5.4 one default
// error: ACC0005 line 5: default
void f(int *a, int *b, int n)
{
    #pragma acc parallel loop default(none) copy(a[0:n]) default(present)
    for (int i = 0; i < n; i++)
        a[i] = i;
}
