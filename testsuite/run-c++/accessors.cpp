// Accessors of objects of the host, whose members no clause names: of `this`, of a view with private members, of a view that templates make.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
#include <cstddef>

class stencil {
    int nx_, ny_;
    double *now_, *then_;
    int index(int i, int j) const { return i * ny_ + j; }

public:
    stencil(int nx, int ny, double *now, double *then) : nx_(nx), ny_(ny), now_(now), then_(then) {}
    double step()
    {
        double most = 0;
        double *c = now_, *n = then_;
#pragma acc parallel loop collapse(2) reduction(max : most) copyin(c[0 : nx_ * ny_]) copy(n[0 : nx_ * ny_])
        for (int i = 1; i < nx_ - 1; i++)
            for (int j = 1; j < ny_ - 1; j++) {
                n[index(i, j)] = 0.5 * (c[index(i - 1, j)] + c[index(i + 1, j)]);
                most = most < n[index(i, j)] ? n[index(i, j)] : most;
            }
        return most;
    }
};

template <class T, int R> class span {
    T *p_;
    std::size_t e_[R];

public:
    span(T *p, std::size_t n, std::size_t m) : p_(p), e_{n, m} {}
    std::size_t extent(int k) const { return e_[k]; }
    T &operator()(std::size_t i, std::size_t j) const { return p_[i * e_[1] + j]; }
};

int main()
{
    const int n = 12, m = 7;
    double a[n * m], b[n * m] = {};
    double *x = a, *y = b;
    for (int i = 0; i < n * m; i++)
        a[i] = i;
    stencil s(n, m, a, b);
    CHECK(s.step() == (n - 2) * m + m - 2);
    span<double, 2> u(x, n, m), v(y, n, m);
#pragma acc data copyin(x[0 : n * m]) copy(y[0 : n * m])
    {
#pragma acc parallel loop collapse(2)
        for (std::size_t i = 0; i < u.extent(0); i++)
            for (std::size_t j = 0; j < u.extent(1); j++)
                v(i, j) += u(i, j);
        // Which iterations depend on each other is seen through the calls.
#pragma acc kernels
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                v(i, j) *= 2;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double inner = i > 0 && i < n - 1 && j > 0 && j < m - 1 ? i * m + j : 0;
            CHECK(b[i * m + j] == 2 * (inner + i * m + j));
        }
    return CHECKED();
}
