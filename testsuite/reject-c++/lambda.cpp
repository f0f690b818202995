// error: ACC0166 line 16: this call of a lambda
// error: ACC0166 line 17: a lambda that changes its copy of `b`, or copies an array,
// error: ACC0166 line 19: a lambda of this form
// error: ACC0166 line 21: a lambda of this form
// error: ACC0166 line 23: `local` in a lambda
// error: ACC0166 line 11: a lambda of the host with a copy of `late`, which is assigned elsewhere,
template <class F> double applied(const F &f, double v) { return f(v); }
void f(double *a, int n)
{
    double late = 1, k = 2;
    auto host = [late](double x) { return x + late; };
    late = 5;
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double b[3] = {1, 2, 3};
        a[i] = [](double x) { return 2 * x; }(a[i]);
        auto changes = [=] { return b[0]; };
        a[i] += changes();
        auto keeps = [k]() mutable { return ++k; };
        a[i] += keeps();
        auto makes = [q = 2 * k] { return q; };
        auto local = [k](double x) { return k * x; };
        auto both = [&](double x) { return local(x); };
        a[i] += both(1) + makes();
        a[i] += host(1);
    }
}
