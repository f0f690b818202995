// Lattice Boltzmann D2Q9: constant tables and a stencil in functions, pointers swapped between steps.
// expect: device kernels=40 upload_bytes=78509 downloads=1 download_bytes=77256
// expect: multicore host_kernels=40 uploads=0
#include "check.h"
#include <math.h>
#include <stdlib.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define NX 37
#define NY 29
#define Q 9
#define IDX(x, y, q) (((q) * NY + (y)) * NX + (x))
enum { FLUID = 0, SOLID = 1 };
static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double w[Q] = { 4./9, 1./9, 1./9, 1./9, 1./9, 1./36, 1./36, 1./36, 1./36 };
#pragma acc declare copyin(cx, cy, opp, w)
static unsigned char flag[NY][NX];
#pragma acc routine seq
static inline double feq(int q, double rho, double ux, double uy)
{
    double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
    return w[q] * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}
static void collide(double *restrict f, double omega)
{
    #pragma acc parallel loop collapse(2) present(f[0:NX * NY * Q], flag)
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            if (flag[y][x] == SOLID) continue;
            double rho = 0, ux = 0, uy = 0;
            for (int q = 0; q < Q; q++) {
                double v = f[IDX(x, y, q)];
                rho += v; ux += cx[q] * v; uy += cy[q] * v;
            }
            ux = ux / rho + 1e-4; uy /= rho;
            for (int q = 0; q < Q; q++)
                f[IDX(x, y, q)] += omega * (feq(q, rho, ux, uy) - f[IDX(x, y, q)]);
        }
}
static void stream(const double *restrict f, double *restrict g)
{
    #pragma acc parallel loop tile(8, 4) present(f[0:NX * NY * Q], g[0:NX * NY * Q], flag)
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
            #pragma acc loop seq
            for (int q = 0; q < Q; q++) {
                int xs = (x - cx[q] + NX) % NX, ys = (y - cy[q] + NY) % NY;
                g[IDX(x, y, q)] = flag[ys][xs] == SOLID ? f[IDX(x, y, opp[q])] : f[IDX(xs, ys, q)];
            }
}
int main(void)
{
    const size_t n = (size_t)NX * NY * Q;
    double *f = malloc(n * sizeof *f), *g = malloc(n * sizeof *g);
    for (int y = 0; y < NY; y++) for (int x = 0; x < NX; x++) {
        flag[y][x] = (y == 0 || y == NY - 1 || (abs(x - 12) < 3 && abs(y - 14) < 4)) ? SOLID : FLUID;
        for (int q = 0; q < Q; q++) f[IDX(x, y, q)] = w[q];
    }
    #pragma acc data copy(f[0:n]) create(g[0:n]) copyin(flag)
    for (int t = 0; t < 20; t++) {
        collide(f, 1.2);
        stream(f, g);
        double *tmp = f; f = g; g = tmp;
    }
    double mass = 0, mom = 0;
    for (int y = 0; y < NY; y++) for (int x = 0; x < NX; x++) for (int q = 0; q < Q; q++) { mass += f[IDX(x,y,q)]; mom += cx[q] * f[IDX(x,y,q)]; }
    NEAR(mass, 1073.00001); NEAR(mom, 1.9067596);
    free(f); free(g); return CHECKED();
}
