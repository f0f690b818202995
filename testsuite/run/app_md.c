// Molecular dynamics in C89: neighbour lists, static pointers at file scope, macros that are statements, enter and exit data in functions.
// expect: device kernels=21 upload_bytes=10532 downloads=23 download_bytes=3620
// expect: multicore host_kernels=21 uploads=0
#include "check.h"
#include <stdlib.h>
#include <math.h>
/* What plain C gives. */
#define NEAR(v, ref) CHECK(fabs((double)(v) - (ref)) <= 1e-5 * fabs((double)(ref)))
#define MAXNB 64
#define SQR(x) ((x) * (x))
#define MIN_IMAGE(d, L) do { if ((d) > 0.5 * (L)) (d) -= (L); else if ((d) < -0.5 * (L)) (d) += (L); } while (0)
static int natoms;
static double box, rcut = 2.5, skin = 0.3;
static double *rx, *ry, *rz, *fx, *fy, *fz, *vx, *vy, *vz;
static int *nnb, *nb;
static void md_init(int side, double a)
{
    int i, j, k, n = 0;
    natoms = side * side * side; box = side * a;
    rx = malloc(natoms * sizeof(double)); ry = malloc(natoms * sizeof(double)); rz = malloc(natoms * sizeof(double));
    vx = calloc(natoms, sizeof(double)); vy = calloc(natoms, sizeof(double)); vz = calloc(natoms, sizeof(double));
    fx = malloc(natoms * sizeof(double)); fy = malloc(natoms * sizeof(double)); fz = malloc(natoms * sizeof(double));
    nnb = malloc(natoms * sizeof(int)); nb = malloc(natoms * MAXNB * sizeof(int));
    for (i = 0; i < side; i++) for (j = 0; j < side; j++) for (k = 0; k < side; k++, n++) {
        rx[n] = i * a + 0.05 * ((n * 7) % 5); ry[n] = j * a + 0.04 * ((n * 3) % 7); rz[n] = k * a; vx[n] = 0.1 * ((n % 3) - 1);
    }
#pragma acc enter data copyin(rx[0:natoms], ry[0:natoms], rz[0:natoms], vx[0:natoms], vy[0:natoms], vz[0:natoms]) \
                       create(fx[0:natoms], fy[0:natoms], fz[0:natoms], nnb[0:natoms], nb[0:natoms * MAXNB])
}
static void md_done(void)
{
#pragma acc exit data copyout(rx[:natoms], vx[:natoms]) delete(ry, rz, vy, vz, fx, fy, fz, nnb, nb)
    free(ry); free(rz); free(vy); free(vz); free(fx); free(fy); free(fz); free(nnb); free(nb);
}
static int neighbours(void)
{
    int i, j, c, worst = 0;
    double dx, dy, dz;
#pragma acc parallel loop private(j, c, dx, dy, dz) reduction(max:worst) default(present)
    for (i = 0; i < natoms; i++) {
        c = 0;
        for (j = 0; j < natoms; j++) {
            if (j == i) continue;
            dx = rx[i] - rx[j]; dy = ry[i] - ry[j]; dz = rz[i] - rz[j];
            MIN_IMAGE(dx, box); MIN_IMAGE(dy, box); MIN_IMAGE(dz, box);
            if (SQR(dx) + SQR(dy) + SQR(dz) < SQR(rcut + skin) && c < MAXNB)
                nb[i * MAXNB + c++] = j;
        }
        nnb[i] = c;
        if (c > worst) worst = c;
    }
    return worst;
}
static double forces(void)
{
    double epot = 0.0;
    int i;
#pragma acc parallel loop gang reduction(+:epot) default(present) vector_length(64)
    for (i = 0; i < natoms; i++) {
        int k;
        double ax = 0, ay = 0, az = 0, e = 0;
#pragma acc loop vector reduction(+:ax, ay, az, e)
        for (k = 0; k < nnb[i]; k++) {
            const int j = nb[i * MAXNB + k];
            double dx = rx[i] - rx[j], dy = ry[i] - ry[j], dz = rz[i] - rz[j], r2, i2, i6, ff;
            MIN_IMAGE(dx, box); MIN_IMAGE(dy, box); MIN_IMAGE(dz, box);
            r2 = SQR(dx) + SQR(dy) + SQR(dz);
            if (r2 < SQR(rcut)) {
                i2 = 1.0 / r2; i6 = i2 * i2 * i2;
                ff = 48.0 * i2 * i6 * (i6 - 0.5);
                ax += ff * dx; ay += ff * dy; az += ff * dz; e += 2.0 * i6 * (i6 - 1.0);
            }
        }
        fx[i] = ax; fy[i] = ay; fz[i] = az;
        epot += e;
    }
    return epot;
}
static double move(double dt)
{
    double ek = 0;
    int i;
#pragma acc kernels loop independent reduction(+:ek) default(present)
    for (i = 0; i < natoms; i++) {
        vx[i] += dt * fx[i]; vy[i] += dt * fy[i]; vz[i] += dt * fz[i];
        rx[i] += dt * vx[i]; ry[i] += dt * vy[i]; rz[i] += dt * vz[i];
        ek += 0.5 * (SQR(vx[i]) + SQR(vy[i]) + SQR(vz[i]));
    }
    return ek;
}
int main()
{
    int t, w; double e = 0, k = 0;
    md_init(6, 1.7);
    w = neighbours();
    for (t = 0; t < 10; t++) { e = forces(); k = move(0.0005); }
    md_done();
    NEAR(w, 20); NEAR(e, -132.86663); NEAR(k, 0.72083314); NEAR(rx[100], 3.3999927);
    free(rx); free(vx);
    return CHECKED();
}
