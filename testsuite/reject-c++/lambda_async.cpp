// error: ACC0166 line 6: a lambda of the host in an asynchronous construct
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++)
        f(i);
}
void g(double *a, int n)
{
#pragma acc data copy(a[0:n])
    {
        forall(n, [=](int i) { a[i] = i; });
#pragma acc wait
    }
}
