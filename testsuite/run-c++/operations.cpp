// Reductions whose operation is a template's: each instance has a kernel with its own.
// expect: device kernels=4 host_kernels=0
// expect: multicore host_kernels=4
#include "../run/check.h"
enum class op { add, most };

template <op O, class T, class F> static T reduced(const T *p, int n, F f)
{
    T s = O == op::add ? T(0) : p[0];
    if constexpr (O == op::add) {
#pragma acc parallel loop reduction(+ : s) copyin(p[0 : n])
        for (int i = 0; i < n; i++)
            s += f(p[i]);
    } else {
#pragma acc parallel loop reduction(max : s) copyin(p[0 : n])
        for (int i = 0; i < n; i++)
            s = f(p[i]) > s ? f(p[i]) : s;
    }
    return s;
}

struct same {
    template <class T> T operator()(T v) const { return v; }
};

int main()
{
    const int n = 50;
    int a[n];
    double b[n];
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = -i;
    int k = 2;
    CHECK((reduced<op::add>(a, n, [=](int v) { return v * k; }) == n * (n - 1)));
    CHECK((reduced<op::most>(a, n, same()) == n - 1));
    CHECK((reduced<op::add>(b, n, same()) == -n * (n - 1) / 2));
    CHECK((reduced<op::most>(b, n, [](double v) { return v * v; }) == (n - 1) * (n - 1)));
    return CHECKED();
}
