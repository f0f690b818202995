// error: ACC0166 line 2: this call of a lambda
template <class F> double applied(const F &f, double v) { return f(v); }
void f(double *a, int n)
{
    auto twice = [](double x) { return 2 * x; };
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = applied(twice, a[i]);
}
