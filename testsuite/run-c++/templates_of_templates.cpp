// Templates as arguments of templates: of functions with constructs, whose parameters show them, and of classes with such members.
// expect: device kernels=5
// expect: multicore host_kernels=5
#include "../run/check.h"

template <class T> struct rows {
    T *p;
    int n;
    T &operator()(int i, int j) const { return p[4 * i + j]; }
};
template <class T> struct columns {
    T *p;
    int n;
    T &operator()(int i, int j) const { return p[4 * j + i]; }
};
template <class T, int w> struct fixed {
    T *p;
    int n;
};

template <template <class> class V, class T> T weighted(const V<T> &v)
{
    T s = 0;
    const T *p = v.p;
#pragma acc parallel loop reduction(+ : s) copyin(p[0:16])
    for (int i = 0; i < v.n; i++)
        s += (i + 1) * v(i, 1) * p[0];
    return s;
}

template <class T, template <class, int> class V, int w> int filled(V<T, w> v)
{
    T *p = v.p;
#pragma acc parallel loop copyout(p[0:v.n])
    for (int i = 0; i < v.n; i++)
        p[i] = w * i;
    return int(p[v.n - 1]);
}

template <template <class> class V, class T> struct holder {
    V<T> v;
    void scale(T k)
    {
        T *p = v.p;
#pragma acc parallel loop copy(p[0:16])
        for (int i = 0; i < v.n; i++)
            v(i, 2) *= k;
    }
};

int main()
{
    double a[16];
    float b[16];
    for (int i = 0; i < 16; i++)
        a[i] = b[i] = i + 1;
    CHECK(weighted(rows<double>{a, 4}) == 2 + 2 * 6 + 3 * 10 + 4 * 14);
    CHECK(weighted(columns<double>{a, 4}) == 5 + 2 * 6 + 3 * 7 + 4 * 8);
    holder<rows, double> h{{a, 4}};
    h.scale(10);
    for (int i = 0; i < 16; i++)
        CHECK(a[i] == (i % 4 == 2 ? 10 * (i + 1) : i + 1));
    CHECK(weighted(columns<float>{b, 4}) == 5 + 2 * 6 + 3 * 7 + 4 * 8);
    CHECK(filled(fixed<float, 3>{b, 16}) == 45);
    return CHECKED();
}
