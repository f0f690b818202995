// Particles that attract each other, stepped by leapfrog; what moves stays on the device, and a picture of where the mass is comes back now and then.
//
//   accrs -O2 -o particles particles.c -lm && ./particles 2048 20
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 64 };

static float uniform(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) * (1.0f / 16777216);
}

/* Accelerations by all pairs; softened, so that nothing is infinitely near. */
static void accelerate(int n, const float *restrict x, const float *restrict y, const float *restrict z, const float *restrict mass, float *restrict ax,
                       float *restrict ay, float *restrict az)
{
#pragma acc parallel loop present(x, y, z, mass, ax, ay, az)
    for (int i = 0; i < n; i++) {
        float sx = 0, sy = 0, sz = 0;
        for (int j = 0; j < n; j++) {
            const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
            const float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            const float pull = mass[j] / (r2 * sqrtf(r2));
            sx += pull * dx;
            sy += pull * dy;
            sz += pull * dz;
        }
        ax[i] = sx;
        ay[i] = sy;
        az[i] = sz;
    }
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 2048, steps = argc > 2 ? atoi(argv[2]) : 20;
    const float dt = 1e-3f;
    float *all = malloc(10 * n * sizeof *all);
    float *x = all, *y = x + n, *z = y + n, *u = z + n, *v = u + n, *w = v + n, *ax = w + n, *ay = ax + n, *az = ay + n, *mass = az + n;
    int picture[CELLS][CELLS];
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
        x[i] = uniform(&seed);
        y[i] = uniform(&seed);
        z[i] = uniform(&seed);
        u[i] = v[i] = w[i] = 0;
        mass[i] = 1.0f / n;
    }
    int seen = 0;
#pragma acc data copyin(x[0 : n], y[0 : n], z[0 : n], mass[0 : n]) copy(u[0 : n], v[0 : n], w[0 : n]) create(ax[0 : n], ay[0 : n], az[0 : n], picture)
    for (int step = 0; step < steps; step++) {
        accelerate(n, x, y, z, mass, ax, ay, az);
#pragma acc parallel loop present(x, y, z, u, v, w, ax, ay, az)
        for (int i = 0; i < n; i++) {
            u[i] += dt * ax[i];
            v[i] += dt * ay[i];
            w[i] += dt * az[i];
            x[i] += dt * u[i];
            y[i] += dt * v[i];
            z[i] += dt * w[i];
        }
        if (step % 5 < 4)
            continue;
        // Where the particles are: many may fall into one cell.
#pragma acc parallel loop collapse(2) present(picture)
        for (int i = 0; i < CELLS; i++)
            for (int j = 0; j < CELLS; j++)
                picture[i][j] = 0;
#pragma acc parallel loop present(x, y, picture)
        for (int i = 0; i < n; i++) {
            const int cx = (int)(x[i] * CELLS), cy = (int)(y[i] * CELLS);
            if (cx < 0 || cx >= CELLS || cy < 0 || cy >= CELLS)
                continue;
#pragma acc atomic update
            picture[cx][cy]++;
        }
#pragma acc update self(picture)
        seen = 0;
        for (int i = 0; i < CELLS; i++)
            for (int j = 0; j < CELLS; j++)
                seen += picture[i][j];
    }
    // Nothing pushes from outside: the sum of all momenta stays what it was.
    double px = 0, py = 0, pz = 0;
    for (int i = 0; i < n; i++) {
        px += mass[i] * u[i];
        py += mass[i] * v[i];
        pz += mass[i] * w[i];
    }
    const double drift = sqrt(px * px + py * py + pz * pz);
    printf("%d particles, %d steps, %d in the picture, momentum %.1e\n", n, steps, seen, drift);
    free(all);
    return !(drift < 1e-4);
}
