// Structured bindings that constructs declare: of structs, pairs, arrays, by value and by reference, and in loops over ranges.
// expect: device kernels=1 host_kernels=0
// expect: multicore host_kernels=1
#include "../run/check.h"
#include <array>
#include <utility>

struct roots {
    double lo, hi;
};

struct step {
    int dx;
    double w;
};

static roots solve(double b, double c) { return {-b - c, c - b}; }
static std::pair<double, int> greatest(const double *p, int n)
{
    int k = 0;
    for (int i = 1; i < n; i++)
        if (p[i] > p[k])
            k = i;
    return std::make_pair(p[k], k);
}
struct triple {
    int a;
    double b;
    int c;
};
static triple three(int i) { return {i, 0.5 * i, -i}; }
static double weighed(const std::array<step, 3> &steps, const double *p)
{
    double s = 0;
    for (const auto &[dx, w] : steps)
        s += w * p[dx];
    return s;
}

int main()
{
    const int n = 40;
    double x[n][4], y[n];
    roots r[n];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            x[i][j] = (3 * i + 7 * j) % 11;
        r[i] = {1.0 * i, 2.0};
    }
    double want[n];
    for (int i = 0; i < n; i++) {
        int k = 0;
        for (int j = 1; j < 4; j++)
            if (x[i][j] > x[i][k])
                k = j;
        want[i] = -(2.0 + k) - x[i][k] + i + 0.5 * i - i + (x[i][0] + 2) + x[i][3];
        want[i] += x[i][2] - 2 * x[i][1] + 3 * x[i][0] + 3;
    }
#pragma acc parallel loop copyin(x) copyout(y) copy(r)
    for (int i = 0; i < n; i++) {
        auto [v, k] = greatest(x[i], 4);
        const auto [lo, hi] = solve(v, 2.0 + k);
        auto [a, b, c] = three(i);
        auto &[first, second, third, fourth] = x[i];
        y[i] = lo + a + b + c + (first + 2) + fourth;
        auto &[down, up] = r[i];
        // Changes the object itself, by another subscript than the one it was named with.
        int at = i;
        auto &[left, right] = r[at];
        at = 0;
        left += 1;
        right = hi;
        down += 1;
        y[i] += weighed({{{2, 1.0}, {1, -2.0}, {0, 3.0}}}, x[i]);
        std::array<step, 2> more{{{1, 1.0}, {2, 2.0}}};
        for (auto [dx, w] : more) {
            w *= 1;
            y[i] += w;
        }
        for (auto &[dx, w] : more)
            w = 0;
        y[i] += more[0].w + more[1].w + 0 * second * third * at + 0 * up;
    }
    for (int i = 0; i < n; i++) {
        CHECK(y[i] == want[i]);
        CHECK(r[i].lo == i + 2);
    }
    return CHECKED();
}
