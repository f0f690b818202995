// error: ACC0166 line 7: a `for` over this range
#include <vector>
void f(const std::vector<bool> &v, double *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        for (bool x : v)
            a[i] += x;
}
