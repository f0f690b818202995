// Function objects as arguments of templates: with pointers, by value and by reference, and without members.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
struct axpy {
    double a;
    const double *x;
    double *y;
    void operator()(int i) const
    {
        double t = a * x[i];
        if (t > 1)
            y[i] += t;
    }
};

struct square {
    template <class T> T operator()(T v) const { return v * v; }
};

template <class F> void by_value(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

template <class F> void by_reference(int n, const F &f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

template <class T, class F> void mapped(T *p, int n, F f)
{
#pragma acc parallel loop copy(p[0 : n])
    for (int i = 0; i < n; i++)
        p[i] = f(p[i]);
}

int main()
{
    const int n = 30;
    double a[n], b[n];
    double *x = a, *y = b;
    for (int i = 0; i < n; i++)
        a[i] = i, b[i] = 1;
    axpy f{2, x, y};
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
    {
        by_value(n, f);
        by_reference(n, axpy{3, x, y});
    }
    mapped(y, n, square());
    for (int i = 0; i < n; i++) {
        double v = 1 + (2 * i > 1 ? 2 * i : 0) + (3 * i > 1 ? 3 * i : 0);
        CHECK(b[i] == v * v);
    }
    return CHECKED();
}
