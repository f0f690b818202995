// Calls in the heads of loops: of vectors, of members of `this`, of objects with private members, of functions.
// expect: device kernels=6 host_kernels=0
// expect: multicore host_kernels=6
#include "../run/check.h"
#include <array>
#include <cstddef>
#include <vector>

class grid {
    int nx_, ny_;
    double *a_;

public:
    grid(int nx, int ny, double *a) : nx_(nx), ny_(ny), a_(a) {}
    int rows() const { return nx_; }
    int size() const { return nx_ * ny_; }
    int extent(int k) const { return k == 0 ? nx_ : ny_; }
    void fill(double v)
    {
#pragma acc parallel loop copyout(a_[0 : size()])
        for (int i = 0; i < size(); i++)
            a_[i] = v + i;
    }
    void add(double v)
    {
#pragma acc parallel loop collapse(2) copy(a_[0 : nx_ * ny_])
        for (int i = 0; i < this->rows(); i++)
            for (int j = 0; j < ny_; j++)
                a_[i * ny_ + j] += v;
    }
};

static int half(int n) { return n / 2; }

int main()
{
    std::vector<double> v(200);
    double *p = v.data();
#pragma acc parallel loop copyout(p[0 : v.size()])
    for (std::size_t i = 0; i < v.size(); i++)
        p[i] = 2.0 * i;
    grid g(10, 20, p);
    g.fill(1);
    g.add(2);
#pragma acc parallel loop collapse(2) copy(p[0 : 200])
    for (int i = 0; i < g.extent(0); i++)
        for (int j = 0; j < g.extent(1); j++)
            p[i * 20 + j] *= 2;
    std::array<float, 32> f;
#pragma acc parallel loop copyout(f)
    for (int i = 0; i < (int)f.size(); i++)
        f[i] = i;
#pragma acc parallel loop copy(p[0 : 200])
    for (int i = half(100); i < half(g.size()); i += half(2))
        p[i] = -p[i];
    for (int i = 0; i < 200; i++)
        CHECK(v[i] == 2.0 * (3 + i) * (i >= 50 && i < 100 ? -1 : 1));
    for (int i = 0; i < 32; i++)
        CHECK(f[i] == i);
    return CHECKED();
}
