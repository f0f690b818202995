// `routine gang`: overloads, namespaces, static members, functions that are declared before they are defined, `extern "C"`, default arguments,
// one that calls another one, and one of another file. Each iteration is done once.
// with: parts/gang_other.cc
// expect: device kernels=3
// expect: multicore host_kernels=3
// launch: grid=7x1x1 block=128x1x1
#include "../run/check.h"
#include "parts/gang.h"

#pragma acc routine gang
static void add(int *x, int n, int by)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}
#pragma acc routine gang
inline void add(double *x, int n, double by)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}

namespace ns {
namespace {
#pragma acc routine gang
void add(int *x, int n, int by = 3);
}
struct tools {
#pragma acc routine gang
    static void both(int *x, double *y, int n);
#pragma acc routine gang
    static void seen(int *x, int n)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc atomic
            x[i]++;
        }
    }
};
}

#pragma acc routine gang
extern "C" void plain(int *x, int n);

int main()
{
    const int n = 1013;
    static int a[n], b[n], c[n];
    static double d[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        d[i] = i / 2.0;
    }
#pragma acc parallel num_gangs(7) vector_length(128) copy(a, d, b)
    {
        add(a, n, 5);
        add(d, n, 0.5);
        ns::tools::seen(b, n);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 5 && d[i] == i / 2.0 + 0.5 && b[i] == 1);

#pragma acc parallel num_gangs(7) vector_length(128) copy(a, d)
    ns::tools::both(a, d, n);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 8 && d[i] == i / 2.0 + 1.5);

#pragma acc parallel num_gangs(7) vector_length(128) copy(a, c, d)
    {
        ::plain(c, n);
        far::add(a, n);
        far::add(d, n, 1);
    }
    for (int i = 0; i < n; i++)
        CHECK(a[i] == i + 9 && c[i] == 2 * i && d[i] == i / 2.0 + 2.5);
    add(a, n, 1);
    CHECK(a[7] == 17);
    return CHECKED();
}

namespace ns {
namespace {
void add(int *x, int n, int by)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] += by;
}
}
void tools::both(int *x, double *y, int n)
{
    add(x, n);
    ::add(y, n, 1.0);
}
}
extern "C" void plain(int *x, int n)
{
#pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        x[i] = 2 * i;
}
