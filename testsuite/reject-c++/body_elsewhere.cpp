// error: ACC0118 line 10: the body of `phys::energy` isn't known here, so no device can run it
namespace phys {
double energy(double x);
double energy(int x) { return x; }
}
void f(double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = phys::energy(i) + phys::energy(a[i]);
}
