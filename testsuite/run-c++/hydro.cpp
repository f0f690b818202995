// A small hydrodynamics code as people write it: fields in vectors, helpers by reference and from templates, macros for subscripts, the data
// of all steps on the device, pointers swapped between steps.
// expect: device kernels=29
// expect: multicore host_kernels=29
#include "../run/check.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using real = double;
using idx = int;
#define AT(f, i, j) f[(i) + (j) * (nx + 2)]

struct field {
    std::vector<real> data;
    field(idx nx, idx ny) : data((nx + 2) * (ny + 2)) {}
    real *ptr() { return data.data(); }
};
struct params {
    real dt, dx, c2;
};

static inline real minmod(real a, real b)
{
    return (a * b <= 0) ? real(0) : (std::abs(a) < std::abs(b) ? a : b);
}
template <typename T> inline T cube(T x) { return x * x * x; }

namespace eos {
constexpr real gamma = 1.4;
inline void pressure(const real &rho, const real &e, real &p, real &ss)
{
    p = (gamma - 1) * rho * e;
    const real v = 1.0 / rho;
    const real pe = (gamma - 1) * rho, pv = -rho * p * v;
    ss = std::sqrt(v * v * (p * pe - pv));
}
}

static void ideal_gas(idx nx, idx ny, const real *__restrict__ rho, const real *__restrict e, real *p, real *ss)
{
#pragma acc kernels loop independent collapse(2) present(rho, e, p, ss)
    for (idx j = 1; j <= ny; j++)
        for (idx i = 1; i <= nx; i++) {
            real pr, s;
            eos::pressure(AT(rho, i, j), AT(e, i, j), pr, s);
            AT(p, i, j) = pr;
            AT(ss, i, j) = s;
        }
}

static real timestep(const params &par, idx nx, idx ny, const real *ss)
{
    real least = 1e10;
    const real dx = par.dx;
#pragma acc parallel loop collapse(2) reduction(min : least) present(ss)
    for (idx j = 1; j <= ny; ++j)
        for (idx i = 1; i <= nx; ++i) {
            const real &s = AT(ss, i, j);
            real d = 0.5 * dx / std::fmax(s, 1e-10);
            if (d < least)
                least = d;
        }
    return least;
}

static void advect(idx nx, idx ny, const params par, const real *in, real *out)
{
#pragma acc parallel present(in, out)
    {
#pragma acc loop gang
        for (idx j = 1; j <= ny; j++)
#pragma acc loop vector
            for (idx i = 1; i <= nx; i++) {
                const auto l = AT(in, i, j) - AT(in, i - 1, j), r = AT(in, i + 1, j) - AT(in, i, j);
                const auto lap = AT(in, i - 1, j) + AT(in, i + 1, j) + AT(in, i, j - 1) + AT(in, i, j + 1) - 4 * AT(in, i, j);
                AT(out, i, j) = AT(in, i, j) + par.dt * (par.c2 * lap - minmod(l, r) + 1e-3 * cube(l));
            }
    }
}

static void halo(idx nx, idx ny, real *f, bool periodic)
{
    enum { left = 0 };
#pragma acc parallel loop present(f[0:(nx + 2) * (ny + 2)])
    for (idx j = 0; j < ny + 2; j++) {
        AT(f, left, j) = periodic ? AT(f, nx, j) : AT(f, 1, j);
        AT(f, nx + 1, j) = periodic ? AT(f, 1, j) : AT(f, nx, j);
    }
#pragma acc parallel loop present(f[0:(nx + 2) * (ny + 2)])
    for (idx i = 0; i < nx + 2; i++) {
        AT(f, i, 0) = AT(f, i, ny);
        AT(f, i, ny + 1) = AT(f, i, 1);
    }
}

int main()
{
    const idx nx = 60, ny = 40;
    field rho(nx, ny), e(nx, ny), p(nx, ny), ss(nx, ny), tmp(nx, ny);
    std::mt19937 gen(1);
    for (auto &x : rho.data)
        x = 0.5 + gen() % 1000 / 1000.0;
    for (auto &x : e.data)
        x = 1.5 + gen() % 1000 / 1000.0;
    params par{0.01, 0.1, 0.2};
    const auto n = rho.data.size();
    real *r = rho.ptr(), *en = e.ptr(), *pp = p.ptr(), *s = ss.ptr(), *t = tmp.ptr(), total = 0, least = 0;
#pragma acc data copyin(r[:n], en[:n]) copyout(pp[:n], s[:n]) create(t[:n])
    {
        for (int step = 0; step < 4; ++step) {
            ideal_gas(nx, ny, r, en, pp, s);
            least = timestep(par, nx, ny, s);
            par.dt = std::min(least, 0.02);
            halo(nx, ny, r, step % 2);
            advect(nx, ny, par, r, t);
            std::swap(r, t);
            halo(nx, ny, r, false);
        }
#pragma acc parallel loop reduction(+ : total) present(r[:n])
        for (std::size_t i = 0; i < n; i++)
            total += r[i];
    }
    // What g++ makes of it, in order.
    CHECK(std::fabs(total - 2594.98666102) < 1e-7 && std::fabs(least - 0.0328947697231) < 1e-12);
    return CHECKED();
}
