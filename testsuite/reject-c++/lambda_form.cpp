// error: ACC0167 line 6: constructs in a template aren't compiled for a lambda of this form
template <class F> void forall(int n, F f)
{
    // A value of its own is in no variable.

#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
void g(double *a, int n)
{
    forall(n, [p = a + 1](int i) { p[i] = i; });
}
