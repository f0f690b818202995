// error: ACC0166 line 9: a `std::initializer_list` can't be compiled
#include <algorithm>
void f(int *a, int n)
{
    #pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        // Two at a time are chosen without a list.
        a[i] = std::max({a[i], 3, 4});
        a[i] += std::minmax({a[i], i}).second;
    }
}
