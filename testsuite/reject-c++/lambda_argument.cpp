// error: ACC0166 line 9: an argument that is a lambda with `this`, or that calls others,
// error: ACC0166 line 19: an argument that is a lambda with `this`, or that calls others,
template <class F> double applied(const F &f, double v) { return f(v); }
struct scale {
    double k;
    void of_this(double *a, int n)
    {
        #pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++) a[i] = applied([this](double x) { return x * k; }, a[i]);
    }
};
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double k = i;
        auto inner = [k](double x) { return k * x; };
        auto outer = [&](double x) { return inner(x) + 1; };
        a[i] = applied(outer, a[i]);
    }
}
