// `for` over std::array and over vectors of the host, by value and by reference.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <array>
#include <vector>

int main()
{
    const int n = 20;
    std::array<double, 4> w{1, 2, 3, 4};
    std::vector<int> list(5, 2);
    double a[n], b[n];
#pragma acc parallel loop copyout(a)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (double x : w)
            s += x;
        std::array<int, 3> own{i, 1, 1};
        for (auto &x : own)
            x *= 2;
        for (const auto &x : own)
            s += x;
        a[i] = s;
    }
#pragma acc parallel loop copyout(b)
    for (int i = 0; i < n; i++) {
        double s = i;
        for (int x : list)
            s += x;
        b[i] = s;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == 10 + 2 * i + 4);
        CHECK(b[i] == i + 10);
    }
    return CHECKED();
}
