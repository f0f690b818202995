// `routine` before lambdas and with their names: levels, `bind` in both directions, parameters of any type, captures, in blocks and constructs.
// expect: device kernels=7
// expect: multicore host_kernels=7
#include "../run/check.h"
#include <openacc.h>

#pragma acc routine seq
auto twice = [](double x) { return 2 * x; };

// Called by the host alone, and by constructs; its loop is shared out to lanes there.
#pragma acc routine vector
static auto sum = [](const double *a, int n) {
    double s = 0;
#pragma acc loop vector reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
};

namespace ns {
auto scale = [](double *a, int n, double by) {
#pragma acc loop worker
    for (int i = 0; i < n; i++)
        a[i] *= by;
};
#pragma acc routine(scale) worker
}

#pragma acc routine seq
constexpr auto any = [](auto a, auto b) { return a < b ? a : b; };

// Devices run others in their places.
#pragma acc routine seq bind(down)
auto up = [](int x) { return x + 1; };
auto down = [](int x) { return x - 1; };
int lower(int x) { return x - 10; }
#pragma acc routine seq bind(lower)
auto upper = [](int x) { return x + 10; };
#pragma acc routine seq bind("lowest")
static int highest(int x) { return x + 100; }
auto lowest = [](int x) { return x - 100; };

// No construct calls it.
#pragma acc routine vector
auto left = [](double *a, int n) {
#pragma acc loop vector
    for (int i = 0; i < n; i++)
        a[i] = i;
};

int main()
{
    const int n = 300, m = 40;
    static double a[n * m], out[n];
    static int b[n];
    for (int i = 0; i < n * m; i++)
        a[i] = i % 7;
#pragma acc parallel loop gang copyin(a) copyout(out)
    for (int i = 0; i < n; i++)
        out[i] = sum(a + i * m, m);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == sum(a + i * m, m));

#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < n; i++)
        ns::scale(a + i * m, m, 3);
    for (int i = 0; i < n * m; i++)
        CHECK(a[i] == 3 * (i % 7));

#pragma acc parallel loop copyout(out) copyout(b)
    for (int i = 0; i < n; i++) {
        out[i] = twice(any(i / 2.0, 50.0));
        b[i] = any(i, 7);
    }
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == twice(i < 100 ? i / 2.0 : 50));
        CHECK(b[i] == (i < 7 ? i : 7));
    }

    int device = 0;
#pragma acc serial copy(device)
    device = acc_on_device(acc_device_not_host);
    int sign = device ? -1 : 1;
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < n; i++)
        b[i] = up(i) + upper(i) + highest(i);
    for (int i = 0; i < n; i++)
        CHECK(b[i] == 3 * i + sign * 111);
    CHECK(up(1) == 2 && upper(1) == 11 && highest(1) == 101);

    const double by = 4;
#pragma acc routine seq
    auto own = [=](double x) { return by * x; };
#pragma acc parallel loop copyout(out)
    for (int i = 0; i < n; i++)
        out[i] = own(i);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == 4 * i);

#pragma acc parallel loop gang copy(a)
    for (int i = 0; i < n; i++) {
        double k = i;
#pragma acc routine vector
        auto add = [&](double *r, int m) {
#pragma acc loop vector
            for (int j = 0; j < m; j++)
                r[j] += k;
        };
        add(a + i * m, m);
    }
    for (int i = 0; i < n * m; i++)
        CHECK(a[i] == 3 * (i % 7) + i / m);
    left(out, n);
    CHECK(out[n - 1] == n - 1);
    return CHECKED();
}
