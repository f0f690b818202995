// error: ACC0166 line 7: an argument that is a lambda of the host with objects
// error: ACC0166 line 10: a function that calls itself with a lambda that has a `this`
template <class F> double applied(const F &f, double v) { return f(v); }
struct box { double d; };
template <class F> void for_all(double *a, int n, F f) {
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] = applied(f, a[i]);
}
void f(double *a, int n, box b) { for_all(a, n, [=](double x) { return x * b.d; }); }
template <class F> double again(const F &f, double v, int n) { return n == 0 ? v : again(f, f(v), n - 1); }
struct scale {
    double k;
    void of_this(double *a, int n)
    {
        #pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++) a[i] = again([this](double x) { return x * k; }, a[i], 3);
    }
};
