// Lambdas through class templates, member templates and defaulted arguments of templates; a lambda in a lambda's caller.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
template <class T> struct vector_of {
    T *p;
    int n;
    template <class F> void each(F f) const
    {
        T *q = p;
#pragma acc parallel loop copy(q[0 : n])
        for (int i = 0; i < n; i++)
            q[i] = f(i, q[i]);
    }
    template <class F> vector_of &apply(const F &f)
    {
        each([=](int i, T v) { return v + i; });
        each(f);
        return *this;
    }
};

template <int Block = 2, class F> void blocks(double *p, int n, F f)
{
#pragma acc parallel loop copy(p[0 : n * Block])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < Block; j++)
            p[i * Block + j] = f(p[i * Block + j], j);
}

int main()
{
    const int n = 10;
    double a[n] = {};
    double k = 4;
    vector_of<double> v{a, n};
    v.apply([k](int, double x) { return x * k; });
    blocks(a, n / 2, [=](double x, int j) { return x + j; });
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 4 * i + i % 2);
    return CHECKED();
}
