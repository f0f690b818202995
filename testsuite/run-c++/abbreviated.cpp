// Functions with `auto` parameters, concepts, designated members.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
// run: -std=c++20
#include "../run/check.h"
#include <concepts>

struct options {
    int n = 4;
    double k = 1;
};

template <std::floating_point T> void scaled(T *p, options o)
{
#pragma acc parallel loop copy(p[0 : o.n])
    for (int i = 0; i < o.n; i++)
        p[i] *= o.k;
}

static auto twice(auto v) { return v + v; }

int main()
{
    const int n = 10;
    double a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    scaled(a, {.n = n, .k = 3});
#pragma acc parallel loop copy(a)
    for (int i = 0; i < n; i++) {
        options o{.n = i, .k = 1};
        a[i] = twice(a[i]) + twice(o.n) + o.k;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == 6 * i + 2 * i + 1);
    return CHECKED();
}
