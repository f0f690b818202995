// Comparisons that the compiler makes: `<=>` and `==` that are `= default`, the operators that come from them, `<=>` of numbers, and what it is beside zero.
// run: -std=c++20
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <cmath>
#include <compare>
#include <limits>

struct cell {
    int level;
    double key;
    auto operator<=>(const cell &) const = default;
};
struct index {
    int i, j;
    bool operator==(const index &) const = default;
};
struct version {
    int major, minor;
    std::strong_ordering operator<=>(const version &o) const
    {
        if (auto c = major <=> o.major; c != 0)
            return c;
        return minor <=> o.minor;
    }
    bool operator==(const version &) const = default;
};
struct reversed {
    int n;
    std::strong_ordering operator<=>(const reversed &o) const
    {
        return n < o.n ? std::strong_ordering::greater : n > o.n ? std::strong_ordering::less : std::strong_ordering::equal;
    }
};
struct meters {
    double x;
    std::partial_ordering operator<=>(double y) const { return x <=> y; }
};

int main()
{
    const int n = 40;
    int a[n], b[n], c[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        cell x{i / 10, double(i % 10)}, y{2, 3};
        index u{i / 10, i % 10}, v{2, 3};
        a[i] = (x < y) + 2 * (x > y) + 4 * (x <= y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y) + 64 * (u == v) + 128 * (u != v);
    }
    for (int i = 0; i < n; i++) {
        int expect = i < 23 ? 1 + 4 : i > 23 ? 2 + 8 : 4 + 8 + 16 + 64;
        CHECK(a[i] == expect + (i != 23 ? 32 + 128 : 0));
    }
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < n; i++) {
        version x{i / 10, i % 10}, y{2, 3};
        reversed r{i}, s{23};
        auto o = i <=> 23;
        b[i] = (x < y) + 2 * (x >= y) + 4 * (r < s) + 8 * (o < 0) + 16 * (o == 0) + 32 * (o > 0) + 64 * ((i <=> 23) == std::strong_ordering::less)
               + 128 * std::is_gt(x <=> y);
    }
    for (int i = 0; i < n; i++) {
        int expect = (i < 23) + 2 * (i >= 23) + 4 * (i > 23) + 8 * (i < 23) + 16 * (i == 23) + 32 * (i > 23) + 64 * (i < 23);
        CHECK(b[i] == expect + 128 * (i > 23));
    }
#pragma acc parallel loop copyout(c)
    for (int i = 0; i < n; i++) {
        double x = i == 30 ? std::numeric_limits<double>::quiet_NaN() : i;
        meters m{x};
        auto o = x <=> 10.0;
        c[i] = (o < 0) + 2 * (o > 0) + 4 * (o <= 0) + 8 * (o == std::partial_ordering::unordered) + 16 * (m < 10.0) + 32 * (10.0 < m) + 64 * (o >= 0) + 128 * (o != 0);
    }
    for (int i = 0; i < n; i++) {
        bool less = i < 10, more = i > 10 && i != 30, same = i == 10;
        int expect = less + 2 * more + 4 * (less || same) + 8 * (i == 30) + 16 * less + 32 * more + 64 * (more || same);
        CHECK(c[i] == expect + 128 * !same);
    }
    return CHECKED();
}
