// error: ACC0166 line 7: an object of class `std::vector<double>`
#include <vector>
void f(std::vector<double> &v)
{
    #pragma acc parallel loop
    for (int i = 0; i < 10; i++)
        v[i] = i;
}
