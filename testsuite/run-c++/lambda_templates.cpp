// Lambdas as arguments of templates with constructs, as performance layers write it: by value, through layers, by reference, two dimensions.
// expect: device kernels=4 host_kernels=0
// expect: multicore host_kernels=4
#include "../run/check.h"
#include <utility>

struct policy {};

namespace layer {
namespace detail {
template <class F> void forall(const policy &, int begin, int end, F &&f)
{
#pragma acc parallel loop
    for (int i = begin; i < end; i++)
        f(i);
}
}
template <class P, class F> void forall(int begin, int end, F &&f)
{
    detail::forall(P(), begin, end, std::forward<F>(f));
}
template <class F> void forall2(int n, int m, const F &f)
{
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            f(i, j);
}
}

int main()
{
    const int n = 10, m = 12;
    double a[n * m], b[n * m], table[4] = {1, 2, 3, 4};
    double *x = a, *y = b;
    double k = 3;
    for (int i = 0; i < n * m; i++)
        a[i] = i, b[i] = 0;
#pragma acc data copy(x[0 : n * m], y[0 : n * m])
    {
        layer::forall<policy>(0, n * m, [=](int i) { y[i] = k * x[i]; });
        k = 5;
        layer::forall<policy>(1, n * m, [&](int i) { y[i] += k; });
        layer::forall2(n, m, [=](int i, int j) { x[i * m + j] = -y[i * m + j]; });
        auto by_table = [&](int i, int j) { y[i * m + j] += table[j % 4]; };
        layer::forall2(n, m, by_table);
    }
    for (int i = 0; i < n * m; i++) {
        double v = 3.0 * i + (i ? 5 : 0);
        CHECK(a[i] == -v);
        CHECK(b[i] == v + table[i % m % 4]);
    }
    return CHECKED();
}
