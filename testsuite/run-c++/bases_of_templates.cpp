// Classes of templates whose bases the templates' parameters make: members of these, functions of them, several levels, two bases.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"

namespace shapes {
template <class T> struct point {
    T x, y;
    T norm() const { return x * x + y * y; }
};
template <class T, class U> struct weighted : point<T> {
    U w;
    T all() const { return this->norm() * w + this->x; }
    void move(T by) { this->x += by; }
};
template <class T> struct tagged {
    int tag;
};
template <class T> struct body : weighted<T, T>, tagged<T> {
    T v;
    T step(T dt)
    {
        this->move(v * dt);
        return this->all() + this->tag;
    }
};
}

int main()
{
    const int n = 20;
    shapes::body<double> b[n];
    shapes::weighted<float, int> f[n];
    double d[n];
    float g[n];
    for (int i = 0; i < n; i++) {
        b[i].x = i;
        b[i].y = 2;
        b[i].w = 3;
        b[i].tag = i % 4;
        b[i].v = 0.5;
        f[i].x = i;
        f[i].y = 1;
        f[i].w = 2;
    }
#pragma acc parallel loop copy(b) copyout(d)
    for (int i = 0; i < n; i++)
        d[i] = b[i].step(2);
#pragma acc parallel loop copyin(f) copyout(g)
    for (int i = 0; i < n; i++)
        g[i] = f[i].all();
    for (int i = 0; i < n; i++) {
        double x = i + 1;
        CHECK(b[i].x == x);
        CHECK(d[i] == (x * x + 4) * 3 + x + i % 4);
        CHECK(g[i] == (i * i + 1) * 2 + i);
    }
    return CHECKED();
}
