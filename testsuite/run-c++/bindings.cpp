// Structured bindings of the host that are numbers.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <utility>

struct shape {
    int n;
    double dx;
};

static std::pair<int, double> both() { return {4, 0.25}; }

int main()
{
    double a[50];
    auto [m, q] = both();
    shape s{50, 0.5};
    const auto &[n, dx] = s;
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++)
        a[i] = m * q + dx * i;
    s.dx = 2;
#pragma acc parallel loop copy(a)
    for (int i = 0; i < n; i++)
        a[i] += dx;
    for (int i = 0; i < 50; i++)
        CHECK(a[i] == 1 + 0.5 * i + 2);
    return CHECKED();
}
