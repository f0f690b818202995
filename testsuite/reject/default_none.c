// covers: 2.6.2 none
// error: ACC0128 line 7: b
void f(int *a, const int *b, int n)
{
    #pragma acc parallel loop default(none) copy(a[0:n]) firstprivate(n)
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}
