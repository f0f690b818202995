// error: ACC0166 line 7: a `for` over this range can't be compiled inside OpenACC constructs
#include <vector>
void f(const std::vector<double> &v, double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        for (double x : v)
            a[i] += x;
}
