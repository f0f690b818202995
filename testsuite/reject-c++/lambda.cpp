// error: ACC0166 line 6: a lambda
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        auto g = [](double x) { return 2 * x; };
        a[i] = g(a[i]);
    }
}
