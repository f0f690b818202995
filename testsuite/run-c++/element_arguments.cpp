// Elements that functions take by reference or address, without clauses: what moves is as many elements as the loops have. Also elements that are
// assigned in each iteration, and used again under a condition on the loop's variable.
// expect: device kernels=5 uploads=7 downloads=5
// expect: multicore host_kernels=5
#include "../run/check.h"

struct vec {
    double x, y;
    vec &operator+=(const vec &o)
    {
        x += o.x;
        y += o.y;
        return *this;
    }
    friend vec operator*(double s, const vec &v) { return {s * v.x, s * v.y}; }
    friend double dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y; }
    double sum() const { return x + y; }
};
struct body {
    vec r, v;
};

static void bump(int *p) { *p += 3; }
static double both(const vec &a) { return dot(a, a) + a.sum(); }

void kick(int n, body *q, const vec *force, double dt)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        q[i].v += dt * force[i];
}
double energy(int n, const vec *v)
{
    double e = 0;
#pragma acc parallel loop reduction(+ : e)
    for (int i = 0; i < n; i++)
        e += both(v[i]) + v[i].sum();
    return e;
}
void drift(int n, body *q, double dt)
{
#pragma acc parallel loop
    for (int i = 1; i < n; i++) {
        body &p = q[i - 1];
        p.r += dt * p.v;
    }
}
void bumped(int n, int *k)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        bump(&k[i]);
}
void limited(int n, double *a, const double *b)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        if (i * i > n)
            a[i] += b[i] + 1;
    }
}

int main()
{
    const int n = 40;
    body q[n];
    vec f[n];
    int k[n];
    double a[n], b[n];
    for (int i = 0; i < n; i++) {
        q[i] = {{double(i), 2}, {0, 1}};
        f[i] = {0.5 * i, 1};
        k[i] = i;
        b[i] = i;
    }
    kick(n, q, f, 0.5);
    double e = energy(n, f), want = 0;
    drift(n, q, 2);
    bumped(n, k);
    limited(n, a, b);
    for (int i = 0; i < n; i++) {
        want += 0.25 * i * i + 1 + 2 * (0.5 * i + 1);
        CHECK(q[i].v.x == 0.25 * i && q[i].v.y == 1.5);
        CHECK(q[i].r.x == i + (i < n - 1 ? 0.5 * i : 0) && q[i].r.y == (i < n - 1 ? 5 : 2));
        CHECK(k[i] == i + 3);
        CHECK(a[i] == (i * i > n ? 2 * i + 1 : i));
    }
    CHECK(e == want);
    return CHECKED();
}
