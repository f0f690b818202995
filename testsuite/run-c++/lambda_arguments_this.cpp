// Lambdas with `this`, and such that call others, as arguments of functions that constructs call; also those that a template of the host is given.
// The object isn't on the device: functions get the members that they read.
// run: -std=c++17
// expect: device kernels=5
#include <cstdio>

template <class F> double applied(const F &f, double v)
{
    return f(v);
}
template <class F> double twice(F f, double object)
{
    double i = applied(f, object);
    return applied(f, i);
}
template <class F, class G> double both(F f, const G &g, double v)
{
    return applied(f, v) - g(v);
}
struct scale {
    double k;
    double t[3];
    double at(int i) const { return t[i % 3]; }
    void of_this(double *a, int n) const
    {
#pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = applied([this](double x) { return x * k; }, a[i]);
    }
    void of_all(double *a, int n)
    {
        double q = 3;
#pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = twice([=](double x) { return x * k + q + i + at(i); }, a[i]);
    }
    void of_two(double *a, int n)
    {
#pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++) {
            auto f = [this](double x) { return x + k; };
            a[i] = both(f, [&](double x) { return x * t[2] + i; }, a[i]);
        }
    }
};
static void calls_others(double *a, int n)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double k = i;
        auto inner = [k](double x) { return k * x; };
        auto outer = [&](double x) { return inner(x) + 1; };
        a[i] = twice(outer, a[i]) + both(inner, outer, 2.0);
    }
}
template <class F> void for_all(double *a, int n, F f)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = twice(f, a[i]);
}

int main()
{
    const int n = 50;
    double a[n], want[n];
    for (int i = 0; i < n; i++)
        a[i] = want[i] = i;
    scale s{0.5, {1, 2, 4}};
    s.of_this(a, n);
    s.of_all(a, n);
    s.of_two(a, n);
    calls_others(a, n);
    double add = 0.25;
    for_all(a, n, [=](double x) { return x * 0.5 + add; });
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        double w = want[i] * 0.5;
        for (int k = 0; k < 2; k++)
            w = w * 0.5 + 3 + i + s.at(i);
        w = w + 0.5 - (w * 4 + i);
        w = (i * (i * w + 1) + 1) + (i * 2.0 - (i * 2.0 + 1));
        for (int k = 0; k < 2; k++)
            w = w * 0.5 + add;
        wrong += a[i] != w;
    }
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
