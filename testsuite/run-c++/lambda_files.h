#pragma once
#include <cstddef>

namespace lib {
inline int calls = 0;
template <class T, class F> void apply(T *p, std::size_t n, F f)
{
    ++calls;
#pragma acc parallel loop copy(p[0 : n])
    for (std::size_t i = 0; i < n; i++)
        p[i] = f(p[i]);
}
// Each file has a lambda of its own here.
inline void shift(double *p, std::size_t n, double by)
{
    apply(p, n, [by](double v) { return v + by; });
}
}

void other(double *p, int n);
