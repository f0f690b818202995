// Free functions with pointers: what most C++ with directives is.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <cstdlib>

static void scale(const double *a, double *b, int n)
{
#pragma acc parallel loop copyin(a[0:n]) copy(b[0:n])
    for (int i = 0; i < n; i++)
        b[i] += 2 * a[i];
}

int main()
{
    const int n = 1000;
    double *a = new double[n], *b = static_cast<double *>(std::malloc(n * sizeof(double)));
    for (auto i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 1;
    }
    scale(a, b, n);
    double s = 0;
    bool all = true;
#pragma acc parallel loop copyin(b[0:n]) reduction(+ : s) reduction(&& : all)
    for (int i = 0; i < n; i++) {
        s += b[i];
        all = all && b[i] > 0;
    }
    CHECK(s == n + double(n) * (n - 1) && all);
    double *none = nullptr;
#pragma acc parallel loop copyout(a[0:n]) deviceptr(none)
    for (int i = 0; i < n; i++)
        a[i] = none == nullptr ? bool(i) : 2;
    CHECK(a[0] == 0 && a[1] == 1 && a[n - 1] == 1);
    std::free(b);
    delete[] a;
    return CHECKED();
}
