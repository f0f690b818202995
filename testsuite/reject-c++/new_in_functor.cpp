// error: ACC0166 line 3: `new` or `delete`
struct grows {
    double operator()(double v) const { double *p = new double(v); double r = *p; delete p; return r; }
};
template <class F> void mapped(double *a, int n, F f)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = f(a[i]);
}
void g(double *a, int n) { mapped(a, n, grows()); }
