// covers: 2.9.11 orphaned
// error: ACC0151 line 7: total
static int total;
#pragma acc routine vector
void f(const int *a, int n)
{
    #pragma acc loop vector reduction(+:total)
    for (int i = 0; i < n; i++)
        total += a[i];
}
void g(const int *a, int n)
{
    #pragma acc parallel copyin(a[0:n])
    f(a, n);
}
