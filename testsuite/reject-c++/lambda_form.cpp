// error: ACC0167 line 4: constructs in a template aren't compiled for a lambda with the value of this expression
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
int next();
void g(double *a, int n)
{
    // It would be evaluated twice.
    forall(n, [p = a, k = next()](int i) { p[i] = k; });
}
