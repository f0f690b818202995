// Objects with references in them: proxies of elements, and the pair that std::minmax returns.
// expect: device kernels=2 host_kernels=0
// expect: multicore host_kernels=2
#include "../run/check.h"
#include <algorithm>
#include <iterator>

struct particles {
    struct ref {
        double &x, &y;
        double sum() const { return x + y; }
    };
    double *xs, *ys;
    ref operator[](int i) const { return {xs[i], ys[i]}; }
};

struct held {
    const double &v;
    held(const double &v) : v(v) {}
};
static held hold(const double &v) { return held(v); }
static double twice(const double &v) { return 2 * hold(v).v; }

static void push(particles all, int n, int *bins)
{
    double *pa = all.xs, *pb = all.ys, edge[9];
    for (int i = 0; i < 9; i++)
        edge[i] = i;
#pragma acc parallel loop copy(pa[0 : n], pb[0 : n]) copyin(edge) copy(bins[0 : 8])
    for (int i = 0; i < n; i++) {
        particles in{pa, pb};
        auto p = in[i];
        p.x += 0.5;
        p.y = p.sum();
        int k = std::upper_bound(edge, edge + 9, p.x) - edge - 1;
#pragma acc atomic
        bins[k]++;
    }
}

int main()
{
    const int n = 60;
    double a[n], b[n], c[n];
    for (int i = 0; i < n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
#pragma acc parallel loop copy(a, b) copyout(c)
    for (int i = 0; i < n; i++) {
        auto p = std::minmax(a[i], b[i]);
        double lo = p.first, hi = p.second;
        a[i] = lo;
        b[i] = hi;
        c[i] = std::min({lo, 2.0, 3.0}) + std::max({hi, 1.0}) + twice(hi);
    }
    for (int i = 0; i < n; i++) {
        double lo = i % 7 < i % 5 ? i % 7 : i % 5, hi = i % 7 < i % 5 ? i % 5 : i % 7;
        CHECK(a[i] == lo && b[i] == hi);
        CHECK(c[i] == (lo < 2 ? lo : 2) + (hi > 1 ? hi : 1) + 2 * hi);
    }
    int bins[8] = {0};
    push({a, b}, n, bins);
    int count[8] = {0};
    for (int i = 0; i < n; i++) {
        int lo = i % 7 < i % 5 ? i % 7 : i % 5, hi = i % 7 < i % 5 ? i % 5 : i % 7;
        CHECK(a[i] == lo + 0.5 && b[i] == lo + 0.5 + hi);
        count[lo]++;
    }
    for (int k = 0; k < 8; k++)
        CHECK(bins[k] == count[k]);
    return CHECKED();
}
