// Lambdas with a copy of the object around them, and with values in their lists that calls of members give, as arguments of templates with constructs.
// run: -std=c++20
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "../run/check.h"
#include <vector>

template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

class grid {
    double *a, *b;
    double h;

public:
    int n;
    grid(double *a, double *b, double h, int n) : a(a), b(b), h(h), n(n) {}
    double width() const { return h * n; }
    void scale(double s)
    {
        auto kept = [*this, s](int i) { a[i] = b[i] * s + h; };
        h = 1000;
        forall(n, kept);
    }
    void shift(double s)
    {
        forall(n, [this, s](int i) { a[i] += s * h; });
        forall(n, [=, this, w = width()](int i) { b[i] += w; });
    }
};

int main()
{
    const int n = 40;
    std::vector<double> a(n), b(n, 1.0), c(n);
    grid g(a.data(), b.data(), 0.5, n);
    double *pa = a.data(), *pb = b.data(), *pc = c.data();
#pragma acc data copy(pa[0:n], pb[0:n], pc[0:n])
    {
        g.scale(3);
        g.shift(2);
        forall(n, [p = c.data()](int i) { p[i] = i; });
        forall(n, [p = c.data(), q = a.data(), m = c.size() / 2](int i) { p[i] += q[i] + m; });
        forall(n, [w = g.width(), p = pc](int i) { p[i] -= w; });
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 3.5 + 2000);
        CHECK(b[i] == 1 + 1000.0 * n);
        CHECK(c[i] == i + 2003.5 + n / 2 - 1000.0 * n);
    }
    return CHECKED();
}
