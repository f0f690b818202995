// Overloads, default arguments, instances of templates, operators, functions of the standard library: what devices call is what C++ chooses.
// expect: device kernels=1
#include "../run/check.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace geo {
namespace detail {
inline double len2(double x, double y) { return x * x + y * y; }
}
#pragma acc routine seq
double len(double x, double y = 2.0);
double len(double x, double y) { return std::sqrt(detail::len2(x, y)); }
struct conf {
    static constexpr int steps = 7;
    static const int more = 3;
    static double twice(double x) { return 2 * x; }
    enum { most = 5 };
};
}
namespace {
double hidden(double x) { return x + 0.25; }
const int counter = 12;
}
struct vec {
    double x, y;
};
inline vec operator+(const vec &a, const vec &b) { return vec{a.x + b.x, a.y + b.y}; }
inline vec operator*(double k, const vec &a) { return {k * a.x, k * a.y}; }
inline vec &operator+=(vec &a, const vec &b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}
static double over(double x) { return x; }
static double over(double x, double y) { return x - y; }
static double over(float x) { return 100 * x; }
static double over(long x) { return x % 7; }
template <class T, int N> T power(T x)
{
    T r = 1;
    for (int i = 0; i < N; i++)
        r *= x;
    if constexpr (N > 2)
        r += sizeof(T);
    else
        r -= 1;
    return r;
}
template <class T> T pick(bool c, T a, T b)
{
    if (c)
        return a;
    return b;
}
static auto half(int x) -> double { return x / 2.0; }

static double all(const double *a, const double *b, const float *f, const std::int64_t *l, int i)
{
    using namespace geo;
    double r = len(a[i], b[i]) + len(a[i]) + hidden(a[i]) + counter;
    vec v{a[i], 1}, w = {2, b[i]};
    vec z = v + 2.0 * w;
    z += v;
    r += z.x * z.y;
    r += over(a[i]) + over(a[i], b[i]) + over(f[i]) + over(static_cast<long>(l[i]));
    r += power<double, 3>(a[i] / 10) + power<int, 2>(i) + pick(i % 2 == 0, 1.5, 2.5) + pick<int>(i > 3, 1, 2) + half(i);
    r += conf::steps + conf::more + conf::most + conf::twice(a[i]) + std::numeric_limits<int>::max() % 1000;
    r += std::floor(a[i]) + std::fmin(a[i], 3.f) + std::pow(2, i % 5) + std::abs(-i) + std::abs(f[i]) + std::round(a[i]);
    r += std::sqrt(f[i]) + std::fabs(-a[i]) + std::min<double>(i, 3.5) + std::max(a[i], b[i]) + std::clamp(a[i], 1.0, 9.0);
    r += std::max(std::min(i, 7), 3) + (std::isnan(r) ? 1 : 0) + std::accumulate(a, a + 3, 0.0);
    double s = a[i], t = b[i];
    std::swap(s, t);
    return r + s / 4;
}

int main()
{
    const int n = 300;
    static double a[n], b[n], out[n];
    static float f[n];
    static std::int64_t l[n];
    for (int i = 0; i < n; i++) {
        a[i] = i * 0.5;
        b[i] = n - i;
        f[i] = i;
        l[i] = i * 3;
    }
#pragma acc parallel loop copyin(a, b, f, l) copyout(out)
    for (int i = 0; i < n; i++)
        out[i] = all(a, b, f, l, i);
    for (int i = 0; i < n; i++) {
        const double want = all(a, b, f, l, i);
        CHECK(std::fabs(out[i] - want) <= 1e-12 * std::fabs(want));
    }
    return CHECKED();
}
