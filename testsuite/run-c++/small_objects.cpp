// Objects as C++ programs make them in loops: pairs, the library's function objects, lists beside members' own values, constructors that call others,
// assignments of their own, packs, suffixes of literals, `x++` of classes, and loop variables for `const T &`.
// run: -std=c++17
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "../run/check.h"
#include <functional>
#include <utility>

struct options {
    int a = 1;
    double b = 2;
    long c = 3;
};
struct point {
    double x, y;
    point() : point(1) {}
    explicit point(double a) : point(a, a) { x += 1; }
    point(double a, double b) : x(a), y(b) {}
};
struct counted {
    int n;
    int copies;
    counted(int n, int copies) : n(n), copies(copies) {}
    counted(const counted &) = default;
    counted &operator=(const counted &o)
    {
        n = o.n;
        copies = o.copies + 1;
        return *this;
    }
    counted &operator++()
    {
        ++n;
        return *this;
    }
    counted operator++(int)
    {
        counted t = *this;
        ++*this;
        return t;
    }
};
constexpr double operator""_km(long double x) { return static_cast<double>(x) * 1000; }
constexpr unsigned operator""_more(unsigned long long x) { return static_cast<unsigned>(x) + 1; }
template <class T> constexpr T third = T(1) / T(4);

template <class... T> auto sum(T... x) { return (x + ...); }
template <class T> T last(T x) { return x; }
template <class T, class... R> auto last(T, R... r) { return last(r...); }

static void put(const int &i, int *a) { a[i] = i * 2; }
template <class T> void mark(const T &i, T *a) { a[i] += 1; }
struct setter {
    int *a;
    void set(const int &i) const { a[i] = 3 * i; }
};

template <class Op> void apply(double *r, int n, Op op)
{
#pragma acc parallel loop copy(r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = op(r[i], i);
}

int main()
{
    const int n = 60;
    double r[n], want[n];
    for (int i = 0; i < n; i++)
        r[i] = i;
    apply(r, n, std::plus<double>());
    apply(r, n, std::multiplies<>{});
    for (int i = 0; i < n; i++)
        CHECK(r[i] == 2.0 * i * i);

    std::pair<int, double> p[n];
    for (int i = 0; i < n; i++)
        p[i] = {i, 2.0 * i};
#pragma acc parallel loop copy(p) copyout(r)
    for (int i = 0; i < n; i++) {
        p[i].first++;
        std::pair<int, int> q(i, 2), u(3, i);
        auto t = std::make_pair(1, 2.5);
        q = u;
        std::less<int> less;
        options o{i}, d{};
        point a, b(i), c(i, 2);
        counted k{i, 0}, l{0, 0};
        l = k;
        counted before = l++;
        r[i] = p[i].first + p[i].second + q.first * q.second + t.second + less(i, 5);
        r[i] += o.a + o.b + o.c + d.a + a.x + a.y + b.x + b.y + c.x + c.y;
        r[i] += l.n + 10 * l.copies + 100 * before.n;
        r[i] += 1.5_km + 3_more + third<double> + sum(i, 2.5, 3) + last(1, 2, i);
    }
    for (int i = 0; i < n; i++) {
        want[i] = i + 1 + 2.0 * i + 3 * i + 2.5 + (i < 5);
        want[i] += i + 5 + 1 + 3 + (2 * i + 1) + (i + 2);
        want[i] += i + 1 + 10 + 100 * i;
        want[i] += 1500 + 4 + 0.25 + (i + 5.5) + i;
        CHECK(r[i] == want[i] && p[i].first == i + 1);
    }

    int a[n];
    setter s{a};
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        put(i, a);
        mark(i, a);
        if (i % 2)
            s.set(i);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i % 2 ? 3 * i : 2 * i + 1));
    return CHECKED();
}
