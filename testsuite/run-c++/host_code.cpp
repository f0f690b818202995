// What host code does around `kernels` by lambdas, references, loops over ranges and exceptions: scalars keep the values that it may read.
// run: -Wno-openacc
// expect: device kernels=6
#include "../run/check.h"
#include <stdexcept>
#include <vector>

static void touch(int &x) { x += 3; }

static int run(std::vector<int> &v, int n)
{
    int last = -1, seen = 0, extra = 0, *p = v.data();
    auto peek = [&]() { return last + extra; };
#pragma acc kernels copy(p[0:n])
    for (int i = 0; i < n; i++) {
        last = p[i];
        p[i] = last * 2;
    }
    seen = peek();
    CHECK(seen == 99);
    touch(last);
    int &other = extra;
#pragma acc kernels copy(p[0:n])
    for (int i = 0; i < n; i++) {
        extra = p[i] % 5;
        p[i] += extra;
    }
    other += 100;
    for (int &x : v) {
        x += 1;
        seen += x;
    }
    try {
#pragma acc parallel loop copy(p[0:n])
        for (int i = 0; i < n; i++)
            p[i] -= 1;
        if (p[0] >= 0)
            throw std::runtime_error("x");
        seen = 0;
    } catch (const std::exception &) {
        seen += p[n - 1];
    }
    return seen + last + extra;
}

static double scale(std::vector<double> &v, const double &by)
{
    double s = 0, *d = v.data(), k = by;
    const int n = v.size();
    for (int turn = 0; turn < 3; turn++) {
#pragma acc kernels copy(d[0:n])
        for (int i = 0; i < n; i++) {
            double t = d[i] * k;
            d[i] = t;
        }
        k += 1;
        v[0] = turn;
    }
    for (auto x : v)
        s += x;
    return s;
}

int main()
{
    std::vector<int> v(100);
    for (int i = 0; i < 100; i++)
        v[i] = i;
    int want = 99, last = 0;
    for (int i = 0; i < 100; i++) {
        last = 2 * i + 2 * i % 5;
        want += last + 1;
    }
    CHECK(run(v, 100) == want + last + 102 + 3 + 100);
    std::vector<double> w(50, 1.5);
    CHECK(scale(w, 2) == 49 * 1.5 * 24 + 2);
    return CHECKED();
}
