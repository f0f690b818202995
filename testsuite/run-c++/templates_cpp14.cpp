// Before C++17 as well.
// run: -std=c++14 -Wpedantic
// expect: device kernels=2
#include "../run/check.h"

template <class T> T largest(const T *p, int n)
{
    T m = p[0];
#pragma acc parallel loop reduction(max : m) copyin(p[0:n])
    for (int i = 0; i < n; i++)
        m = p[i] > m ? p[i] : m;
    return m;
}

int main()
{
    const int i[] = {3, 9, 2};
    const double d[] = {0.5, -1, 0.25};
    CHECK(largest(i, 3) == 9 && largest(d, 3) == 0.5);
    return CHECKED();
}
