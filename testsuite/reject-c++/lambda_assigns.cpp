// error: ACC0166 line 6: a lambda that assigns `last`, or copies an array,
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}
int g(double *a, int n)
{
    int last = 0;
#pragma acc data copy(a[0:n])
    forall(n, [&](int i) {
        a[i] = i;
        last = i;
    });
    return last;
}
