// error: ACC0166 line 7: `operator()` can't be compiled inside OpenACC constructs: calls through pointers
#include <functional>
void f(double *a, const std::function<double(double)> &g, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = g(a[i]);
}
