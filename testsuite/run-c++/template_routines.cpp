// `routine` before function templates and with their names: each instance is one, at the directive's level; also one that is declared before it is
// defined, one in a namespace, and one whose loops an instance's types decide.
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "../run/check.h"

#pragma acc routine seq
template <class T> T clamped(T x, T most)
{
    return x < most ? x : most;
}

#pragma acc routine vector
template <class T, int N> T total(const T *a);

namespace ns {
template <class T> void scale(T *a, int n, T by)
{
#pragma acc loop worker vector
    for (int i = 0; i < n; i++)
        a[i] *= by;
}
#pragma acc routine(scale) worker
}

template <class T, int N> T total(const T *a)
{
    T s = 0;
#pragma acc loop vector reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += a[i];
    return s;
}

int main()
{
    const int n = 100, m = 32;
    static double a[n * m], s[n];
    static int b[n * m], t[n];
    for (int i = 0; i < n * m; i++) {
        a[i] = i % 11 / 2.0;
        b[i] = i % 13;
    }
#pragma acc parallel loop gang copyin(a, b) copyout(s, t)
    for (int i = 0; i < n; i++) {
        s[i] = total<double, m>(a + i * m);
        t[i] = total<int, m / 2>(b + i * m);
    }
    for (int i = 0; i < n; i++)
        CHECK((s[i] == total<double, m>(a + i * m) && t[i] == total<int, m / 2>(b + i * m)));
#pragma acc parallel loop gang copy(a, b)
    for (int i = 0; i < n; i++) {
        ns::scale(a + i * m, m, 2.0);
        ns::scale(b + i * m, m, i);
    }
#pragma acc parallel loop copy(a, b)
    for (int i = 0; i < n * m; i++) {
        a[i] = clamped(a[i], 4.0);
        b[i] = clamped(b[i], 50);
    }
    for (int i = 0; i < n * m; i++) {
        int x = i % 13 * (i / m);
        CHECK(a[i] == (i % 11 < 4 ? i % 11 : 4) && b[i] == (x < 50 ? x : 50));
    }
    return CHECKED();
}
