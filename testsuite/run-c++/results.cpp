// What functions return: `auto`, trailing types, references that chain, objects by value in expressions.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
struct sum {
    double v = 0;
    int n = 0;
    sum &add(double x)
    {
        v += x;
        n++;
        return *this;
    }
    double mean() const { return n ? v / n : 0; }
};

static auto made(double x) { return sum{x, 1}; }
static auto larger(double a, double b) -> double { return a < b ? b : a; }
template <class A, class B> static auto both(A a, B b) -> decltype(a + b) { return a + b; }
static double &pick(double *p, int i) { return p[i]; }

int main()
{
    const int n = 16;
    double a[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        sum s;
        s.add(i).add(2).add(4);
        double own[2] = {1, 2};
        pick(own, 1) += 5;
        double &r = pick(own, 0);
        r = made(i).mean();
        a[i] = s.mean() * 3 + larger(own[0], own[1]) + both(i, 0.5);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 6 + (i > 7 ? i : 7) + i + 0.5);
    return CHECKED();
}
