// error: ACC0167 line 5: constructs in a template aren't compiled for
template <class F> struct kernel { F f; };
template <class K> void run(int n, K k)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        k.f(i);
}
template <class F> kernel<F> made(F f) { return {f}; }
void g(double *a, int n)
{
    run(n, made([=](int i) { a[i] = i; }));
}
