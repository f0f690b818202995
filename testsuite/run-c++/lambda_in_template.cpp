// One lambda's text in a template is several lambdas, each with an instance of its own.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
template <class F> void forall(int n, F f)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        f(i);
}

template <class T> void axpy(int n, T a, const T *x, T *y)
{
#pragma acc data copyin(x[0 : n]) copy(y[0 : n])
    forall(n, [=](int i) { y[i] += a * x[i]; });
}

int main()
{
    const int n = 40;
    float fx[n], fy[n];
    double dx[n], dy[n];
    for (int i = 0; i < n; i++)
        fx[i] = dx[i] = i, fy[i] = dy[i] = 1;
    axpy(n, 2.0f, fx, fy);
    axpy(n, 0.1, dx, dy);
    for (int i = 0; i < n; i++) {
        CHECK(fy[i] == 1 + 2 * i);
        CHECK(dy[i] == 1 + 0.1 * i);
    }
    return CHECKED();
}
