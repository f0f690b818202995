// Lambdas that constructs call: of the host and of the construct, with captures by value and by reference, generic ones, those that use members.
// expect: device kernels=5 host_kernels=0
// expect: multicore host_kernels=5
#include "../run/check.h"
#include <cmath>

struct scaled {
    double k;
    double *p;
    void run(int n)
    {
        const double two = 2;
        auto times = [this, two](double x) { return x * k * two; };
#pragma acc parallel loop copy(p[0 : n]) copyin(this[0 : 1])
        for (int i = 0; i < n; i++)
            p[i] = times(p[i]);
    }
};

int main()
{
    const int n = 100;
    double a[n], b[n], k = 3;
    int calls = 0;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i;
    double *p = a;
    auto plain = [](double x) { return std::sqrt(x * x); };
    auto add = [k](double x) { return x + k; };
    auto store = [&](int i, double x) { p[i] = x + b[i]; };
    auto larger = [](auto x, auto y) { return x < y ? y : x; };
#pragma acc parallel loop copy(a) copyin(b)
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        auto local = [=](double y) { return j * y; };
        j = 1000;
        auto now = [&](double y) { return j * y; };
        auto count = [&j] { j += 2; };
        count();
        a[i] = plain(-a[i]) + add(1) + local(2) + now(1) + larger(i, 2) + larger(0.5, 0.25f);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 4 + (i + 1) * 2 + 1002 + (i < 2 ? 2 : i) + 0.5);
#pragma acc parallel loop copy(p[0 : n]) copyin(b[0 : n])
    for (int i = 0; i < n; i++)
        store(i, 10);
    CHECK(a[0] == 10 && a[99] == 109);
    int s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < n; i++) {
        int t = 0;
        auto more = [&t](int by) { t += by; };
        more(1);
        more(i);
        s += t;
    }
    CHECK(s == n + n * (n - 1) / 2);
#pragma acc parallel loop reduction(+ : calls)
    for (int i = 0; i < n; i++) {
        auto odd = [](int x) -> int { return x % 2; };
        calls += odd(i);
    }
    CHECK(calls == 50);
    scaled all{1.5, b};
    all.run(n);
    CHECK(b[9] == 27 && b[0] == 0);
    return CHECKED();
}
