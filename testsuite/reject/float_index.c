// covers: 2.9 variable
// error: ACC0110 line 6: x
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (double x = 0; x < n; x += 1)
        a[(int)x] = x;
}
