// Lambdas that capture views: objects with a pointer and extents, by value and by reference.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
template <class F> void forall2(int n, int m, F f)
{
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            f(i, j);
}

template <class T> class view {
    T *p_;
    int m_;

public:
    view(T *p, int m) : p_(p), m_(m) {}
    T &operator()(int i, int j) const { return p_[i * m_ + j]; }
};

int main()
{
    const int n = 8, m = 9;
    double a[n * m], b[n * m];
    double *pa = a, *pb = b;
    for (int i = 0; i < n * m; i++)
        a[i] = i;
    view<double> va(pa, m), vb(pb, m);
#pragma acc data copyin(pa[0 : n * m]) copyout(pb[0 : n * m])
    {
        forall2(n, m, [=](int i, int j) { vb(i, j) = 2 * va(i, j); });
        forall2(n, m, [&](int i, int j) { vb(i, j) += 1; });
    }
    for (int i = 0; i < n * m; i++)
        CHECK(b[i] == 2 * i + 1);
    return CHECKED();
}
