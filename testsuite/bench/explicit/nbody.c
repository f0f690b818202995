/* Forces between all bodies: gangs over bodies, three sums of a vector loop over the others. */
enum { steps = 5, n = 4000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(x, [n]) X(y, [n]) X(z, [n]) X(u, [n]) X(v, [n]) X(w, [n]) X(mass, [n])
#define PREPARE for (int i = 0; i < n; i++) { x[i] += i; y[i] += i * 7 % 1001; z[i] += i * 13 % 1003; }
#include "polybench.h"
KERNEL
{
#pragma acc data copy(x[0:n], y[0:n], z[0:n], u[0:n], v[0:n], w[0:n]) copyin(mass[0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop gang present(x[0:n], y[0:n], z[0:n], u[0:n], v[0:n], w[0:n], mass[0:n])
        for (int i = 0; i < n; i++) {
            double fx = 0, fy = 0, fz = 0;
#pragma acc loop vector reduction(+:fx, fy, fz)
            for (int j = 0; j < n; j++) {
                double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i], far = dx * dx + dy * dy + dz * dz + 0.01;
                double by = mass[j] / (far * sqrt(far));
                fx += by * dx;
                fy += by * dy;
                fz += by * dz;
            }
            u[i] += 1e-3 * fx;
            v[i] += 1e-3 * fy;
            w[i] += 1e-3 * fz;
        }
#pragma acc parallel loop present(x[0:n], y[0:n], z[0:n], u[0:n], v[0:n], w[0:n])
        for (int i = 0; i < n; i++) {
            x[i] += 1e-3 * u[i];
            y[i] += 1e-3 * v[i];
            z[i] += 1e-3 * w[i];
        }
    }
}
