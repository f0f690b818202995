// covers: 2.9 trip count
// error: ACC0108 line 6: i
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 1; i < n; i *= 2)
        a[i] = 1;
}
