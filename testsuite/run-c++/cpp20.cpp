// C++20: `!=` that the compiler makes of `==`, `std::integral auto` as a parameter of a function with constructs, concepts, named members of lists beside
// members' own values, `consteval`, `constinit`, attributes of branches.
// run: -std=c++20
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "../run/check.h"
#include <concepts>

struct key {
    int x;
    bool operator==(const key &o) const { return x == o.x; }
};
struct options {
    int a = 1;
    double b = 2;
    long c = 3;
};
consteval int cube(int x) { return x * x * x; }
constinit int start = 7;

template <std::integral T> T half(T x) { return x / 2; }
template <std::floating_point T> T half(T x) { return x * T(0.5); }

void add(std::integral auto n, auto *p)
{
#pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++)
        p[i] += n;
}
template <class T, std::regular_invocable<T> F> void each(T *p, int n, F f)
{
#pragma acc parallel loop copy(p[0:n])
    for (int i = 0; i < n; i++)
        p[i] = f(p[i]);
}

int main()
{
    const int n = 40;
    double r[n];
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    add(n, a);
    add(20l, a);
    each(a, n, [](int x) { return half(x) + 1; });
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (i + n + (i < 20 ? 20 : 0)) / 2 + 1);
#pragma acc parallel loop copyout(r)
    for (int i = 0; i < n; i++) {
        key k{i}, l{10};
        options o{.a = i, .c = 5}, d{.b = 0.5};
        r[i] = (k != l) + 10 * (k == l) + o.a + o.b + o.c + d.a + d.b + d.c + cube(2) + start;
        if (i > 10) [[likely]]
            r[i] += half(3.0);
    }
    for (int i = 0; i < n; i++)
        CHECK(r[i] == (i != 10) + 10 * (i == 10) + i + 7 + 4.5 + 8 + 7 + (i > 10 ? 1.5 : 0));
    return CHECKED();
}
