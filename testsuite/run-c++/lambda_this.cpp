// Lambdas that use members of `this`, as arguments of member templates and of others; the object is on no device.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
template <class F> double reduced(int n, F f)
{
    double s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += f(i);
    return s;
}

template <class T> struct field {
    T *u;
    int n;
    T k;
    T at(int i) const { return k * i; }
    template <class F> void map(F f)
    {
#pragma acc parallel loop copy(u[0 : n])
        for (int i = 0; i < n; i++)
            u[i] = f(u[i]);
    }
    void scale() { map([this](T v) { return v * k; }); }
    void shift(T by) { map([=](T v) { return v + by + at(2); }); }
    T sum()
    {
        T s = 0;
#pragma acc data copyin(u[0 : n])
        s = reduced(n, [&](int i) { return u[i]; });
        return s;
    }
};

int main()
{
    const int n = 50;
    double a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    field<double> f{a, n, 2};
    f.scale();
    f.shift(1);
    CHECK(f.sum() == n * (n - 1) + n * 5);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 2 * i + 5);
    return CHECKED();
}
