// Shallow water: static arrays of structs under declare create, fluxes by macros of functions, one queue.
// expect: device kernels=150 upload_bytes=27456 downloads=31 download_bytes=25440
// expect: multicore host_kernels=150 uploads=0
#include "check.h"
#include <stdlib.h>
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define NX 40
#define NY 25
#define G 9.81
typedef struct { double h, hu, hv; } state_t;
typedef struct { state_t f, g; } flux_t;
static state_t U[NY + 2][NX + 2], Un[NY + 2][NX + 2];
#pragma acc declare create(U, Un)
static inline state_t fx(state_t s) { double u = s.hu / s.h; state_t r = { s.hu, s.hu * u + 0.5 * G * s.h * s.h, s.hv * u }; return r; }
static inline state_t fy(state_t s) { double v = s.hv / s.h; state_t r = { s.hv, s.hu * v, s.hv * v + 0.5 * G * s.h * s.h }; return r; }
#define LF(F, a, b, c, m) (0.5 * (F(a).m + F(b).m) - 0.5 * (c) * ((b).m - (a).m))
static void bc(void)
{
    #pragma acc parallel loop async(1)
    for (int j = 0; j < NY + 2; j++) { U[j][0] = U[j][1]; U[j][0].hu = -U[j][1].hu; U[j][NX + 1] = U[j][NX]; U[j][NX + 1].hu *= -1; }
    #pragma acc parallel loop async(1)
    for (int i = 0; i < NX + 2; i++) { U[0][i] = U[1][i]; U[0][i].hv = -U[1][i].hv; U[NY + 1][i] = U[NY][i]; U[NY + 1][i].hv *= -1; }
}
static double wavespeed(void)
{
    double c = 0;
    #pragma acc parallel loop collapse(2) reduction(max:c) async(1)
    for (int j = 1; j <= NY; j++) for (int i = 1; i <= NX; i++) {
        state_t *s = &U[j][i];
        double v = fabs(s->hu / s->h) + sqrt(G * s->h);
        c = v > c ? v : c;
    }
    #pragma acc wait(1)
    return c;
}
int main(void)
{
    for (int j = 0; j < NY + 2; j++) for (int i = 0; i < NX + 2; i++) { U[j][i].h = 1 + 0.5 * exp(-0.05 * ((i - 12) * (i - 12) + (j - 9) * (j - 9))); U[j][i].hu = U[j][i].hv = 0; }
    #pragma acc update device(U)
    double t = 0;
    for (int it = 0; it < 30; it++) {
        bc();
        double c = wavespeed(), r = 0.4 / c; t += r;
        #pragma acc parallel loop gang async(1)
        for (int j = 1; j <= NY; j++) {
            #pragma acc loop vector
            for (int i = 1; i <= NX; i++) {
                state_t C = U[j][i], E = U[j][i + 1], W = U[j][i - 1], N = U[j + 1][i], S = U[j - 1][i];
                Un[j][i].h = C.h - r * (LF(fx, C, E, c, h) - LF(fx, W, C, c, h) + LF(fy, C, N, c, h) - LF(fy, S, C, c, h));
                Un[j][i].hu = C.hu - r * (LF(fx, C, E, c, hu) - LF(fx, W, C, c, hu) + LF(fy, C, N, c, hu) - LF(fy, S, C, c, hu));
                Un[j][i].hv = C.hv - r * (LF(fx, C, E, c, hv) - LF(fx, W, C, c, hv) + LF(fy, C, N, c, hv) - LF(fy, S, C, c, hv));
            }
        }
        #pragma acc parallel loop collapse(2) async(1)
        for (int j = 1; j <= NY; j++) for (int i = 1; i <= NX; i++) U[j][i] = Un[j][i];
    }
    #pragma acc update host(U[1:NY]) async(1)
    #pragma acc wait(1)
    double m = 0, e = 0;
    for (int j = 1; j <= NY; j++) for (int i = 1; i <= NX; i++) { m += U[j][i].h; e += U[j][i].hu * (i % 3); }
    NEAR(m, 1031.30265); NEAR(e, 43.20957); NEAR(t, 3.236554);
    return CHECKED();
}
