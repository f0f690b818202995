// Scoped enumerations, constexpr functions, members with values, aliases, numbers of templates, inline variables of namespaces.
// expect: device kernels=3 host_kernels=0
// expect: multicore host_kernels=3
#include "../run/check.h"
enum class kind : int { a, b, c };

namespace cfg {
inline int scale = 3;
inline constexpr double half = 0.5;
}

constexpr int cube(int x) { return x * x * x; }

struct point {
    double x = 1, y = 2;
    int id{7};
    static constexpr int dim = 2;
};

using real = double;

template <int N, class T = real> struct vec {
    T v[N];
    static constexpr int size = N;
    T dot(const vec &o) const
    {
        T s = 0;
        for (int i = 0; i < N; i++)
            s += v[i] * o.v[i];
        return s;
    }
    vec operator+(const vec &o) const
    {
        vec r;
        for (int i = 0; i < N; i++)
            r.v[i] = v[i] + o.v[i];
        return r;
    }
};

template <int N, kind K> void run(real *p, int n)
{
#pragma acc parallel loop copy(p[0 : n])
    for (int i = 0; i < n; i++) {
        if constexpr (K == kind::b)
            p[i] += N;
        else
            p[i] -= N;
    }
}

int main()
{
    const int n = 64;
    real r[n];
    int k[n];
#pragma acc parallel loop copyout(r, k)
    for (int i = 0; i < n; i++) {
        point p;
        vec<3> a{{1.0 * i, 2, 3}};
        vec<3> b = a + a;
        kind z = i % 2 ? kind::b : kind::c;
        r[i] = p.x + p.y * p.id + point::dim + b.dot(a) + cfg::half;
        k[i] = static_cast<int>(z) * cube(3) + cfg::scale + decltype(a)::size;
    }
    run<5, kind::b>(r, n);
    run<2, kind::a>(r, n);
    for (int i = 0; i < n; i++) {
        CHECK(r[i] == 1 + 14 + 2 + 2.0 * i * i + 26 + 0.5 + 3);
        CHECK(k[i] == (i % 2 ? 1 : 2) * 27 + 6);
    }
    return CHECKED();
}
