// `routine` before static members, overloads, functions of unnamed namespaces, by a qualified name; macros in directives; raw strings.
// run: -Wno-openacc
// expect: device kernels=2
#include "../run/check.h"

#define LEVELS gang vector
#define P_(x) _Pragma(#x)
#define LOOP(n) P_(acc parallel loop copy(a[0:n]) LEVELS)

struct pair {
#pragma acc routine seq
    static double f(double x) { return x + 1; }
    double k;
#pragma acc routine seq
    static double g(const pair &s, double x);
};
double pair::g(const pair &s, double x) { return s.k * x; }

namespace ns {
double h(double x);
double h(int x);
#pragma acc routine(h) seq
double h(double x) { return x - 1; }
double h(int x) { return x * 2; }
namespace {
#pragma acc routine seq
double quiet(double x) { return x / 2; }
}
double call(double x);
}
#pragma acc routine(ns::call) seq
double ns::call(double x) { return quiet(x); }

int main()
{
    double a[50];
    for (int i = 0; i < 50; i++)
        a[i] = i;
    pair s{3};
    LOOP(50)
    for (int i = 0; i < 50; i++)
        a[i] = pair::f(a[i]) + pair::g(s, 2) + ns::h(a[i]) + ns::h(i) + ns::call(i) + s.f(1);
    for (int i = 0; i < 50; i++)
        CHECK(a[i] == i + 1 + 6 + i - 1 + 2 * i + i / 2.0 + 2);
#pragma acc parallel loop LEVELS copy(a[0:50]) \
    vector_length(64)
    for (int i = 0; i < 50; i++)
        a[i] = R"(x#pragma acc
")"[0];
    CHECK(a[49] == 'x' && R"x(#pragma acc "
)x"[0] == '#');
    return CHECKED();
}
