// error: ACC0166 line 8: a `for` over this range
#include <list>
void f(const std::list<double> &v, double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)

        for (double x : v)
            a[i] += x;
}
