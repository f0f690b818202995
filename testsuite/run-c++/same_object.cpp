// Two names of one object: a parameter by reference may be what the function writes, and is then no copy; an index changes by another name.
// expect: device kernels=1
#include "../run/check.h"

struct wrap {
    double v;
};
static double add_to(double &y, const double &x)
{
    y += 1;
    return x;
}
static double peek(const double &x, double *p)
{
    *p = 5;
    return x;
}
static double deep(const double &x, double *p)
{
    double t = peek(x, p);
    return t + x;
}
static double read(const wrap &w, wrap &o)
{
    o.v = 7;
    return w.v;
}
static int count(const int &n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
static const double &first(const double *a) { return a[0]; }

static double all(double *a, wrap *w, int i)
{
    double r = 0;
    r += add_to(a[i], a[i]);
    r += peek(a[i], &a[i]);
    r += deep(a[i], &a[i]);
    r += read(w[i], w[i]);
    r += count(i);
    const double f = first(a + i);
    a[i] = 100;
    r += f;
    double t = a[i];
    const double &c = t + 1;
    t = 0;
    r += c;
    int k = 3;
    int &name = k;
    name = 4;
    r += k;
    int *p = &k;
    *p = 9;
    r += name;
    double few[3] = {1, 2, 3};
    double &e = few[k - 8];
    k = 8;
    e = 50;
    return r + few[1] + t;
}

int main()
{
    const int n = 40;
    double a[n], want[n];
    wrap w[n], other[n];
    for (int i = 0; i < n; i++) {
        a[i] = want[i] = i;
        w[i].v = other[i].v = 1;
    }
    for (int i = 0; i < n; i++)
        want[i] = all(want, other, i);
#pragma acc parallel loop copy(a, w)
    for (int i = 0; i < n; i++)
        a[i] = all(a, w, i);
    for (int i = 0; i < n; i++)
        CHECK(a[i] == want[i] && w[i].v == 7);
    CHECK(want[0] == 192);
    return CHECKED();
}
