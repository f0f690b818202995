// error: ACC0166 line 7: a lambda can't be compiled inside OpenACC constructs
// error: ACC0166 line 8: the member function `operator()` can't be compiled inside OpenACC constructs
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        auto g = [](double x) { return 2 * x; };
        a[i] = g(a[i]);
    }
}
