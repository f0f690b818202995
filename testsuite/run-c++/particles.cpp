// Particles, a sparse matrix, sorting networks, histograms: arrays as parameters by reference, pointers to rows, bits.
// expect: device kernels=6
#include "../run/check.h"
#include <algorithm>
#include <cstdint>

struct particle {
    float x, y, z;
    std::uint32_t id;
};
struct box {
    float lo[3], hi[3];
    bool contains(const particle &p) const { return p.x >= lo[0]; }
};
typedef float vec3[3];

static inline bool inside(const box &b, const particle &p)
{
    return p.x >= b.lo[0] && p.x < b.hi[0] && p.y >= b.lo[1] && p.y < b.hi[1];
}
static inline std::uint32_t hash(std::uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    return x;
}
template <class T> static inline void order(T &a, T &b)
{
    if (a > b) {
        const T t = a;
        a = b;
        b = t;
    }
}
static void cross(const vec3 &a, const vec3 &b, vec3 &c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

int main()
{
    const int n = 500;
    auto *ps = new particle[n];
    box whole{{0, 0, 0}, {0.5f, 0.5f, 1}};
    box &b = whole;
    int count = 0;
    unsigned mix = 0;
#pragma acc parallel loop copyout(ps[0:n])
    for (int i = 0; i < n; i++) {
        auto h = hash(i);
        ps[i] = particle{(h & 0xff) / 256.f, ((h >> 8) & 0xff) / 256.f, 0, h};
    }
#pragma acc parallel loop copyin(ps[0:n], b) reduction(+ : count) reduction(^ : mix)
    for (int i = 0; i < n; i++) {
        const particle &p = ps[i];
        if (inside(b, p))
            ++count;
        mix ^= p.id;
    }
    CHECK(count == 125 && mix == 3797669092u && whole.contains(ps[0]));
    int *start = new int[n + 1], *col = new int[n * 3], nnz = 0;
    double *val = new double[n * 3], *x = new double[n], *y = new double[n];
    for (int i = 0; i < n; i++) {
        start[i] = nnz;
        for (int d = -1; d <= 1; d++)
            if (i + d >= 0 && i + d < n) {
                col[nnz] = i + d;
                val[nnz++] = d ? -1 : 2;
            }
        x[i] = i % 10;
    }
    start[n] = nnz;
#pragma acc parallel loop gang worker copyin(start[0:n + 1], col[0:nnz], val[0:nnz], x[0:n]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double s{};
#pragma acc loop vector reduction(+ : s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
    double squares = 0;
    std::for_each(y, y + n, [&](double v) { squares += v * v; });
    CHECK(squares == 9901);
    int(*m)[4] = new int[100][4];
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = hash(i * 4 + j) % 100;
#pragma acc parallel loop copy(m[0:100])
    for (int i = 0; i < 100; i++) {
        auto &r = m[i];
        order(r[0], r[1]);
        order(r[2], r[3]);
        order(r[0], r[2]);
        order(r[1], r[3]);
        order(r[1], r[2]);
    }
    long weighted = 0;
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 4; j++)
            weighted += m[i][j] * (j + 1L);
    CHECK(weighted == 59584);
    vec3 *u = new vec3[50], *v = new vec3[50], *w = new vec3[50];
    for (int i = 0; i < 50; i++)
        for (int k = 0; k < 3; k++) {
            u[i][k] = i + k;
            v[i][k] = i - k * 2;
        }
#pragma acc parallel loop copyin(u[0:50], v[0:50]) copyout(w[0:50])
    for (int i = 0; i < 50; i++)
        cross(u[i], v[i], w[i]);
    CHECK(w[49][0] == -147 && w[3][2] == -9);
    std::uint64_t bins[16] = {};
#pragma acc parallel loop copy(bins) copyin(ps[0:n])
    for (int i = 0; i < n; i++) {
        const auto k = ps[i].id % 16;
#pragma acc atomic
        bins[k] += 1;
    }
    CHECK(bins[0] == 33 && bins[15] == 32);
    return CHECKED();
}
