// Member functions, operators and constructors of plain classes in constructs; function objects; bases; what returns references.
// expect: device kernels=5 host_kernels=0
// expect: multicore host_kernels=5
#include "../run/check.h"
#include <cmath>

struct vec {
    double x, y, z;
    vec() : x(0), y(0), z(0) {}
    vec(double x, double y, double z) : x(x), y(y), z(z) {}
    explicit vec(double all) : x(all), y(all), z(all), vec_part(0)
    {
        if (all < 0)
            return;
        vec_part = 1;
    }
    int vec_part = 5;
    double dot(const vec &o) const { return x * o.x + y * o.y + z * o.z; }
    vec operator+(const vec &o) const { return vec(x + o.x, y + o.y, z + o.z); }
    vec &operator+=(const vec &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    double norm() const { return std::sqrt(dot(*this)); }
    double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
    const double &operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    double &scaled(double k) { return x *= k; }
    bool operator<(const vec &o) const { return norm() < o.norm(); }
    operator double() const { return norm(); }
    static vec unit(int i)
    {
        vec v;
        v[i] = 1;
        return v;
    }
};

static double &pick(double &a, double &b, bool first) { return first ? a : b; }

struct shape {
    int id;
    double w;
    double area() const { return w * id; }
    int twice() const { return 2 * id; }
};
struct nothing {
    int seven() const { return 7; }
};
struct box : shape, nothing {
    double h;
    box(double w, double h) : h(h)
    {
        this->w = w;
        id = 2;
    }
    double volume() const { return area() * h; }
    int twice() const { return shape::twice() + 1; }
};
struct cube : box {
    int more;
    cube(double w, int more);
};
inline cube make(double w)
{
    return cube(w, 9);
}

struct plus {
    double k;
    double operator()(double v) const { return v + k; }
};
template <class F> double applied(const F &f, double v) { return f(v); }

template <class T> class view {
    T *p;
    int n;

public:
    view(T *p, int n) : p(p), n(n) {}
    T &operator()(int i, int j) const { return p[i * n + j]; }
    T &at(int i) { return p[i]; }
    int size() const { return n; }
};

int main()
{
    const int n = 100;
    static vec v[n];
    static double out[n], m[n * n];
    plus three{3};
    for (int i = 0; i < n; i++)
        v[i] = vec(i, 1, 2);
#pragma acc parallel loop copy(v) copyout(out)
    for (int i = 0; i < n; i++) {
        vec a(1, 2, 3), b;
        b += v[i];
        vec c = a + b;
        c[1] = 7;
        pick(c.x, c.z, i % 2 == 0) += 100;
        c.scaled(2) += 1;
        v[i] = c;
        out[i] = c.norm() + three(b.x) + (a + a).dot(vec(1, 1, 1)) + plus{1}(3) + applied(three, 1);
    }
    for (int i = 0; i < n; i++) {
        double x = (i + 1 + (i % 2 == 0 ? 100 : 0)) * 2 + 1, z = 5 + (i % 2 ? 100 : 0);
        CHECK(v[i].x == x && v[i].y == 7 && v[i].z == z && v[i].vec_part == 5);
        CHECK(std::fabs(out[i] - (std::sqrt(x * x + 49 + z * z) + i + 3 + 12 + 4 + 4)) < 1e-9);
    }
#pragma acc parallel loop copyout(out)
    for (int i = 0; i < n; i++) {
        vec a(i - 50.0), u = vec::unit(i % 3);
        const vec k = u;
        out[i] = a.vec_part + 10 * (u < a) + 100 * k[i % 3] + 1000 * double(u);
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == (i >= 50) + 10 * (i != 50) + 100 + 1000);
#pragma acc parallel loop copyout(out)
    for (int i = 0; i < n; i++) {
        box q(i, 2.5);
        const shape &s = q;
        cube c = make(i);
        out[i] = q.volume() + q.twice() + s.twice() + q.seven() + c.more + c.volume();
    }
    for (int i = 0; i < n; i++)
        CHECK(out[i] == 5.0 * i + 5 + 4 + 7 + 9 + 3.0 * i);
    view<double> a(m, n);
#pragma acc data copyout(m)
    {
#pragma acc parallel loop collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                view<double> w(m, n);
                w(i, j) = i * 1000 + j;
                if (j == 3)
                    w.at(i * w.size() + j) += 0.5;
            }
    }
    double s = 0;
#pragma acc parallel loop reduction(+ : s) copyin(m)
    for (int i = 0; i < n; i++) {
        const view<const double> w(m, 100);
        s += w(i, 3);
    }
    CHECK(s == 1000.0 * n * (n - 1) / 2 + 3.5 * n && a(2, 3) == 2003.5);
    return CHECKED();
}

cube::cube(double w, int more) : box(w, 1.5), more(more) {}
