// error: ACC0167 line 4: constructs in a template aren't compiled for a lambda of this form
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
void g(double *a, int n, int k)
{
    forall(n, [=](int i) mutable { a[i] = ++k; });
}
