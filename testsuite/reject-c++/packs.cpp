// error: ACC0167 line 8: constructs in a template aren't compiled for the pack `T`, which is no pack of the function's parameters
// error: ACC0167 line 13: constructs in a template aren't compiled for objects in the pack `T`
// error: ACC0167 line 18: constructs in a template aren't compiled for the parameter `Op`
struct box { double d; };
template <class T> struct plus { static T of(T x) { return x + 1; } };
template <class... T> void counted(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] += sizeof...(T);
}
template <class... T> void of_objects(double *a, int n, T... x)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] += (x.d + ...);
}
template <template <class> class Op> void applied(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) a[i] = Op<double>::of(a[i]);
}
void f(double *a, int n, box b)
{
    counted<int, int>(a, n);
    of_objects(a, n, b, b);
    applied<plus>(a, n);
}
