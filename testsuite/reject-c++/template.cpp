// error: ACC0167 line 4: `parallel loop` in a template isn't compiled
template <class T> void f(T *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = i;
}
template void f<double>(double *, int);
