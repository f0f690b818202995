// Lambdas that call lambdas, have values of their own, and are called where they stand.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"

struct view {
    double *p;
    int n;
    double shift;
};

template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

int main()
{
    const int n = 50;
    double x[n], y[n];
    for (int i = 0; i < n; i++)
        x[i] = i;
    double a = 3, b = 0.5;
    auto square = [](double v) { return v * v; };
    auto poly = [=](double v) { return a * square(v) + 1; };
    auto outer = [&](double v) { return poly(v) + b * square(v); };
    view all{x, n, 2};
    all.n = 7;
    auto shifted = [s = all.shift, m = 2 * all.n](double v) { return v + s + m; };
    b = 0.25;
#pragma acc parallel loop copyin(x) copyout(y)
    for (int i = 0; i < n; i++) {
        double k = i;
        auto inside = [q = 2 * k](double v) { return q * v; };
        auto both = [&](double v) { return inside(v) + poly(v) + k; };
        k += 1;
        const double sign = [&] {
            if (i % 2)
                return -1.0;
            return 1.0;
        }();
        y[i] = sign * (outer(x[i]) + both(1)) + shifted(x[i]) + [](double v) { return 2 * v; }(x[i]);
    }
    for (int i = 0; i < n; i++) {
        double value = 3.0 * i * i + 1 + 0.25 * i * i + 2.0 * i + 4 + i + 1;
        CHECK(y[i] == (i % 2 ? -value : value) + i + 2 + 14 + 2 * i);
    }
    view part{y, n, 1};
#pragma acc data copy(y)
    {
        forall(n, [q = part.p, k = 2.5](int i) { q[i] = k * i; });
        forall(part.n, [=, twice = 2 * part.shift](int i) { part.p[i] += twice; });
    }
    for (int i = 0; i < n; i++)
        CHECK(y[i] == 2.5 * i + 2);
    return CHECKED();
}
