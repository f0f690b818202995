// References in constructs: to elements and members, to values, to what changes its place meanwhile, as parameters and results.
// expect: device kernels=1
#include "../run/check.h"

struct cell {
    double v[4];
    int n;
};

static void bump(double &x, const double &by) { x += by; }
static double twice(const double &x) { return 2 * x; }
static double &slot(double *a, int i) { return a[i]; }
static const double &larger(const double &a, const double &b) { return a < b ? b : a; }
static void next(int &k) { k++; }
template <class T> static void order(T &a, T &b)
{
    if (b < a) {
        T t = a;
        a = b;
        b = t;
    }
}

static void work(double *a, const double *b, cell *c, int i)
{
    double &x = a[i];
    const double &y = b[i];
    auto &s = c[i];
    x = y + s.v[0];
    bump(x, 1);
    bump(s.v[1], x);
    // The index changes behind the reference: it stays where it was bound.
    int k = 0;
    double &first = s.v[k];
    k++;
    first += 10;
    s.v[k] += 100;
    int j = 2;
    int &same = j;
    double &third = s.v[j];
    same = 3;
    third += 1000;
    next(j);
    s.n = j;
    const double &value = y * 2;
    x += value + twice(y + 1) + larger(y, 3);
    slot(a, i) += 0.5;
    order(s.v[0], s.v[1]);
    double &again = x;
    again *= 2;
    double *p = &a[i];
    double *&q = p;
    *q -= 1;
    double t[3] = {3, 2, 1};
    for (auto &e : t)
        e *= 2;
    for (const auto e : t)
        again += e;
    auto &rows = c[i].v;
    rows[3] = t[0];
}

int main()
{
    const int n = 64;
    double a[n], b[n], want[n];
    cell c[n], wanted[n];
    for (int i = 0; i < n; i++) {
        a[i] = want[i] = 0;
        b[i] = i * 0.25;
        c[i] = wanted[i] = cell{{double(i), 1, 2, 3}, 0};
    }
    for (int i = 0; i < n; i++)
        work(want, b, wanted, i);
#pragma acc parallel loop copy(a, c) copyin(b)
    for (int i = 0; i < n; i++)
        work(a, b, c, i);
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == want[i] && c[i].n == 4 && wanted[i].n == 4);
        for (int k = 0; k < 4; k++)
            CHECK(c[i].v[k] == wanted[i].v[k]);
    }
    return CHECKED();
}
