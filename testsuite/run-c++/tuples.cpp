// Tuples in constructs and in functions that they call: `std::get` by place and by type, `std::make_tuple`, structured bindings, `std::tie`, assignments,
// comparisons, tuples of structs and of references, tuples behind references and in structs; pairs beside them.
// run: -std=c++17
// expect: device kernels=4
// expect: multicore host_kernels=4
#include "../run/check.h"
#include <tuple>
#include <utility>

struct vec {
    double x, y;
};
struct state {
    std::tuple<int, double> t;
    std::pair<int, double> p;
    int k;
};
struct held {
    std::pair<int, double> p;
    int k;
    held(int k) : p(), k(k) {}
};

std::tuple<double, int> split(double x) { return std::make_tuple(x * 0.5, int(x)); }
std::tuple<double, int> listed(double x) { return {x * 0.5, int(x)}; }
std::pair<double, int> halves(double x) { return std::make_pair(x * 0.5, int(x)); }
std::tuple<char, double, char, float> mixed(int i) { return std::make_tuple(char(i), i * 0.25, char(i + 1), 2.5f); }
std::tuple<vec, int> moved(const vec &v, double dt) { return {vec{v.x + dt, v.y - dt}, 3}; }
double sum(const std::tuple<double, int> &t) { return std::get<0>(t) + std::get<1>(t); }
void grow(std::tuple<double, int> &t) { std::get<int>(t) += 2; }
template <class T> auto ends(T a, T b) { return std::make_tuple(a < b ? a : b, a < b ? b : a); }

static void elements(int n, double *a, int *k)
{
#pragma acc parallel loop copyout(a[0:n], k[0:n])
    for (int i = 0; i < n; i++) {
        std::tuple<double, int, float> t(i * 1.5, i, 2.5f), u = t, none;
        std::get<1>(t) += 3;
        u = t;
        std::get<0>(u) = 7;
        auto m = mixed(i);
        a[i] = std::get<0>(t) + std::get<2>(t) + std::get<double>(u) + std::get<1>(m) + std::get<3>(m) + std::get<0>(none);
        k[i] = std::get<1>(t) + std::get<0>(m) * std::get<2>(m) + std::get<1>(none);
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i * 1.5 + 2.5 + 7 + i * 0.25 + 2.5);
        CHECK(k[i] == i + 3 + i * (i + 1));
    }
}

static void bound(int n, double *a, int *k)
{
#pragma acc parallel loop copyout(a[0:n], k[0:n])
    for (int i = 0; i < n; i++) {
        auto [h, m] = split(i * 1.25);
        auto [g, l] = halves(i);
        auto t = listed(i);
        grow(t);
        auto &[r, s] = t;
        r += 1;
        auto [v, three] = moved(vec{double(i), 1}, 0.5);
        auto [low, high] = ends(i, 20);
        a[i] = h + g + sum(t) + v.x + v.y + 100 * high;
        k[i] = m + l + s + three + 100 * low;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i * 0.625 + i * 0.5 + (i * 0.5 + 1 + i + 2) + i + 0.5 + 0.5 + 100 * (i < 20 ? 20 : i));
        CHECK(k[i] == int(i * 1.25) + i + i + 2 + 3 + 100 * (i < 20 ? i : 20));
    }
}

static void tied(int n, double *a, int *k)
{
#pragma acc parallel loop copyout(a[0:n], k[0:n])
    for (int i = 0; i < n; i++) {
        double h, g;
        int m, l, x = i, y = 3;
        std::tie(h, m) = split(i * 1.25);
        std::tie(g, std::ignore) = listed(i);
        std::tie(a[i], l) = halves(i);
        std::tie(x, y) = std::make_tuple(y, x);
        std::tuple<double &, int &> both(g, y);
        std::get<1>(both) *= 2;
        std::tuple<double, double> wide = std::make_tuple(x, 0.5f);
        a[i] += h + g + std::get<0>(wide) + std::get<1>(wide);
        k[i] = m + l + 100 * x + y;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i * 0.5 + i * 0.625 + i * 0.5 + 3.5);
        CHECK(k[i] == int(i * 1.25) + i + 300 + 2 * i);
    }
}

static void inside(int n, double *a, int *k)
{
#pragma acc parallel loop copyout(a[0:n], k[0:n])
    for (int i = 0; i < n; i++) {
        state s;
        s.k = i;
        held h(i);
        std::pair<int, double> z;
        std::tuple<int, int> p(i / 4, i % 4), q(3, 2);
        std::get<1>(s.t) += s.k;
        std::get<0>(z) += 1;
        a[i] = std::get<0>(s.t) + std::get<1>(s.t) + s.p.first + s.p.second + h.p.first + h.p.second + z.first + z.second;
        k[i] = (p < q) + 10 * (p == q) + h.k;
    }
    for (int i = 0; i < n; i++) {
        CHECK(a[i] == i + 1);
        CHECK(k[i] == (i < 14) + 10 * (i == 14) + i);
    }
}

int main()
{
    const int n = 40;
    double a[n];
    int k[n];
    elements(n, a, k);
    bound(n, a, k);
    tied(n, a, k);
    inside(n, a, k);
    return CHECKED();
}
