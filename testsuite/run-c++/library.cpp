// Functions of the library: swap of structs, fill, accumulate over pointers.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
#include <algorithm>
#include <numeric>
#include <utility>

struct cell {
    int a;
    double b;
};

int main()
{
    const int n = 16;
    double out[n];
    int k[n];
#pragma acc parallel loop copyout(out, k)
    for (int i = 0; i < n; i++) {
        cell p{i, 0.5};
        cell x{i, 1}, y{7, 2};
        std::swap(x, y);
        double own[4];
        std::fill(own, own + 4, p.b);
        p.a += x.a;
        out[i] = std::accumulate(own, own + 4, 0.0) + y.b;
        k[i] = p.a + y.a;
    }
    for (int i = 0; i < n; i++) {
        CHECK(out[i] == 3);
        CHECK(k[i] == 2 * i + 7);
    }
    return CHECKED();
}
