// Particle in cell: deposit by atomics into declared arrays, updates between host and device in each step.
// expect: device kernels=30 upload_bytes=37224 downloads=22 download_bytes=37200 attaches=2
// expect: multicore host_kernels=30 uploads=0
#include "check.h"
#include <stdlib.h>
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define NG 64
typedef struct particles { int np; double *restrict x; double *restrict v; } particles;
static double rho[NG], E[NG], phi[NG];
#pragma acc declare create(rho, E)
static const double L = 6.283185307179586;
static void deposit(const particles *p)
{
    const double dx = L / NG, q = L / p->np;
    #pragma acc parallel loop
    for (int g = 0; g < NG; g++) rho[g] = 0.0;
    #pragma acc parallel loop present(p)
    for (int i = 0; i < p->np; i++) {
        double s = p->x[i] / dx; int g = (int)s; double w = s - g;
        #pragma acc atomic update
        rho[g % NG] += q * (1 - w) / dx;
        #pragma acc atomic update
        rho[(g + 1) % NG] += q * w / dx;
    }
    #pragma acc update self(rho)
}
static void field(void)
{
    double dx = L / NG, mean = 0;
    for (int it = 0; it < 2000; it++) for (int g = 0; g < NG; g++) phi[g] = 0.5 * (phi[(g + 1) % NG] + phi[(g + NG - 1) % NG] + dx * dx * (rho[g] - 1));
    for (int g = 0; g < NG; g++) mean += phi[g] / NG;
    for (int g = 0; g < NG; g++) { phi[g] -= mean; E[g] = -(phi[(g + 1) % NG] - phi[(g + NG - 1) % NG]) / (2 * dx); }
    #pragma acc update device(E)
}
static double push(particles *p, double dt)
{
    double ke = 0;
    #pragma acc parallel loop reduction(+:ke) present(p)
    for (int i = 0; i < p->np; i++) {
        double s = p->x[i] / (L / NG); int g = (int)s; double w = s - g;
        p->v[i] -= dt * ((1 - w) * E[g % NG] + w * E[(g + 1) % NG]);
        double x = p->x[i] + dt * p->v[i];
        p->x[i] = x < 0 ? x + L : x >= L ? x - L : x;
        ke += p->v[i] * p->v[i];
    }
    return 0.5 * ke / p->np;
}
int main(void)
{
    particles *p = malloc(sizeof *p); double ke = 0;
    p->np = 2000; p->x = malloc(p->np * 8); p->v = malloc(p->np * 8);
    for (int i = 0; i < p->np; i++) { p->x[i] = L * (i + 0.5) / p->np; p->v[i] = 0.1 * sin(p->x[i]) + (i % 2 ? 0.2 : -0.2); }
    #pragma acc enter data copyin(p[0:1], p->x[0:p->np], p->v[0:p->np])
    for (int t = 0; t < 10; t++) { deposit(p); field(); ke = push(p, 0.1); }
    #pragma acc exit data copyout(p->x[0:p->np], p->v[0:p->np]) finalize
    #pragma acc exit data delete(p[0:1])
    NEAR(ke, 0.0253945); NEAR(p->x[77], 0.473293);
    free(p->x); free(p->v); free(p); return CHECKED();
}
