// covers: 2.7.1 length
// error: ACC0123 line 5: a
void f(double **a, int n)
{
    #pragma acc parallel loop copy(a[0:n][:])
    for (int i = 0; i < n; i++)
        a[i][2] = 0;
}
