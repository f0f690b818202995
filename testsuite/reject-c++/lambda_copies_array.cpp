// error: ACC0166 line 6: a lambda that assigns `t`, or copies an array,
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
void g(double *a, int n)
{
    double t[3] = {1, 2, 3};
#pragma acc data copy(a[0:n])
    forall(n, [=](int i) { a[i] = t[i % 3]; });
}
