// error: ACC0134 line 5: `w` is an object of a class that can't be moved
#include <vector>
void f(std::vector<double> &w)
{
    #pragma acc enter data copyin(w)
}
