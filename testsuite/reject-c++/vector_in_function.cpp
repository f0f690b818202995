// error: ACC0166 line 6: a vector that isn't a variable of the host
#include <vector>
static double sum(const std::vector<double> &v)
{
    double s = 0;
    for (double x : v)
        s += x;
    return s;
}
void f(const std::vector<double> &v, double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = sum(v);
}
