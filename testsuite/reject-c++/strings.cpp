// error: ACC0166 line 7: the member function `size` can't be compiled inside OpenACC constructs
#include <string>
void f(int *a, const std::string &s, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = s.size();
}
