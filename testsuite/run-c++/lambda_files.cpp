// A library of templates in a header, and lambdas in two files and in the header.
// expect: device kernels=4 host_kernels=0
// expect: multicore host_kernels=4
// with: lambda_files_other.cc
#include "../run/check.h"
#include "lambda_files.h"

int main()
{
    const int n = 20;
    double a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    const double k = 2;
    lib::apply(a, n, [k](double v) { return v * k; });
    lib::shift(a, n, 1);
    other(a, n);
    CHECK(lib::calls == 4);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == (2.0 * i + 1) * (2.0 * i + 1) + 3);
    return CHECKED();
}
