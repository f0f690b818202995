// `for` over a list of values: numbers, structs, pairs by structured bindings, variables; one such loop in another, in a function, and with `break`.
// run: -std=c++17
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <initializer_list>
#include <utility>

struct vec {
    double x, y;
};

double weighted(double x)
{
    double s = 0;
    for (double w : {0.25, 0.5, 0.25})
        s += w * x;
    return s;
}

int main()
{
    const int n = 40;
    double a[n], b[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        double s = weighted(i);
        for (int d : {-1, 0, 1})
            for (int e : {0, 10})
                s += d * d * i + e;
        for (int d : {1, 2, 3, 4}) {
            if (d > 2)
                break;
            s += d;
        }
        a[i] = s;
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 4 * i + 30 + 3);
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (const vec &v : {vec{1, 2}, vec{double(i), 3}})
            s += v.x * v.y;
        for (auto v : {i, i + 1, i * i})
            s += v;
        for (auto [k, w] : {std::pair<int, double>(1, 0.5), std::pair<int, double>(i, 0.25)})
            s += k * w;
        b[i] = s;
    }
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 2 + 3 * i + 2 * i + 1 + i * i + 0.5 + 0.25 * i);
    return CHECKED();
}
