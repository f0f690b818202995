// error: ACC0166 line 7: the member function `operator[]` can't be compiled inside OpenACC constructs
#include <vector>
void f(std::vector<double> &v)
{
    #pragma acc parallel loop
    for (int i = 0; i < 10; i++)
        v[i] = i;
}
