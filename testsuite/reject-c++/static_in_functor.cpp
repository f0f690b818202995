// error: ACC0130 line 5: `calls` is static, and a device doesn't have a single instance of it
struct counts {
    double operator()(double v) const
    {
        static int calls = 0;
        return v + calls++;
    }
};
template <class F> void mapped(double *a, int n, F f)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = f(a[i]);
}
void g(double *a, int n) { mapped(a, n, counts()); }
