// Spans of the standard library: their size in heads of loops, their elements, parts of them, one of a length that its type says.
// run: -std=c++20
// expect: device kernels=4
#include <cstdio>
#include <span>
#include <vector>

static void scale(std::span<double> x, std::span<const double> y, double k)
{
#pragma acc parallel loop
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = k * x[i] + y[i];
}
static void fixed(std::span<double, 40> x)
{
#pragma acc parallel loop
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] += static_cast<double>(i);
}
static double total(std::span<const double> y)
{
    double s = 0;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < static_cast<int>(y.size()); i++)
        s += y[i];
    return s;
}
static void inner(std::span<double> x)
{
    auto part = x.subspan(1, x.size() - 2);
#pragma acc parallel loop
    for (std::size_t i = 0; i < part.size(); i++)
        part[i] *= 2;
}

int main()
{
    const int n = 40;
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 2 * i;
    }
    double *p = x.data(), *q = y.data();
    double sum = 0;
#pragma acc data copy(p[0:n]) copyin(q[0:n])
    {
        scale(x, y, 3);
        fixed(std::span<double, 40>(x.data(), 40));
        inner(x);
        sum = total(x);
    }
    int wrong = 0;
    double want = 0;
    for (int i = 0; i < n; i++) {
        double w = 6 * i * (i == 0 || i == n - 1 ? 1 : 2);
        wrong += x[i] != w;
        want += w;
    }
    wrong += sum != want;
    std::printf("wrong: %d\n", wrong);
    return wrong != 0;
}
