// What lambdas of templates capture: constants, std::array, structs, arrays by reference, nothing; two on one line.
// expect: device kernels=5 host_kernels=0
// expect: multicore host_kernels=5
#include "../run/check.h"
#include <array>

template <class F> void forall(int n, F &&f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

struct pair {
    double a;
    int b;
};

int main()
{
    const int n = 24;
    double v[n] = {}, w[4] = {1, 2, 3, 4};
    double *p = v;
    const double c = 3;
    std::array<double, 2> two{10, 20};
    pair q{0.5, 7};
#pragma acc data copy(p[0 : n])
    {
        forall(n, [=](int i) { p[i] += c + two[i % 2]; });
        forall(n, [p, &w](int i) { p[i] += w[i % 4]; });
        forall(n, [p, &q](int i) { p[i] += q.a * q.b; });
        forall(n, [p](auto i) { p[i] *= 2; }); forall(n, [=](int i) { if (i % 2) return; p[i] = -p[i]; });
    }
    for (int i = 0; i < n; i++) {
        double x = 2 * (3 + two[i % 2] + w[i % 4] + 3.5);
        CHECK(v[i] == (i % 2 ? x : -x));
    }
    return CHECKED();
}
