// error: ACC0167 line 4: constructs in a template aren't compiled for two instances that its parameters don't distinguish
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
template <int K> void g(double *a, int n)
{
#pragma acc data copy(a[0:n])
    forall(n, [=](int i) { a[i] = K; });
}
void h(double *a, int n)
{
    g<1>(a, n);
    g<2>(a, n);
}
