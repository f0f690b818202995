// Elements of vectors and of std::array in constructs: those of a vector are what a pointer to them leads to, with clauses for that pointer, or none.
// expect: device kernels=7 host_kernels=0
// expect: multicore host_kernels=7
#include "../run/check.h"
#include <array>
#include <vector>

std::vector<int> all(10, 1);

struct grid {
    std::vector<double> v;
    int n;
    double total() const
    {
        double s = 0;
#pragma acc parallel loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += v[i];
        return s;
    }
};

template <class T> void shift(std::vector<T> &v, T by)
{
    T *p = v.data();
    const int n = v.size();
#pragma acc data copy(p[0 : n])
    {
#pragma acc parallel loop
        for (int i = 0; i < n; i++)
            v[i] += by;
    }
}

int main()
{
    const int n = 50;
    std::vector<double> v(n, 1.0), w(n);
    std::array<double, 4> c{{1, 2, 3, 4}};
    std::array<std::array<int, 3>, 2> m{};
#pragma acc parallel loop copyin(c)
    for (int i = 0; i < n; i++)
        w[i] = v[i] * c[i % c.size()] + c.back();
    CHECK(w[0] == 5 && w[3] == 8 && w[49] == 6);
    double s = 0;
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < (int)w.size(); i++) {
        std::array<double, 3> local = {1, 2, 3};
        local[1] += w[i];
        s += local[1] + *local.data() + (w.empty() ? 1000 : 0);
    }
    double t = 0;
    for (double x : w)
        t += x + 3;
    CHECK(s == t);
#pragma acc parallel loop copy(m)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = 10 * i + j;
    CHECK(m[1][2] == 12 && m[0][1] == 1);
#pragma acc parallel loop
    for (int i = 0; i < 10; i++)
        all[i] += all.data()[i] > 0 ? i : 0;
    CHECK(all[9] == 10 && all[0] == 1);
    grid g{{1, 2, 3}, 3};
    CHECK(g.total() == 6);
    std::vector<float> f(3, 1);
    shift(f, 2.5f);
    shift(all, 4);
    CHECK(f[2] == 3.5f && all[9] == 14);
    return CHECKED();
}
