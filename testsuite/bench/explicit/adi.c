/* Implicit steps in alternating directions: gangs and lanes share the lines, each of which is solved in order. */
enum { steps = 20, n = 1000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(u, [n][n]) X(v, [n][n]) X(p, [n][n]) X(q, [n][n])
#include "polybench.h"
KERNEL
{
    double a = -0.4, b = 1.8, c = -0.4, d = -0.3, e = 1.6, f = -0.3;
#pragma acc data copy(u[0:n][0:n]) create(v[0:n][0:n], p[0:n][0:n], q[0:n][0:n])
    for (int t = 1; t <= steps; t++) {
#pragma acc parallel loop gang vector present(u[0:n][0:n], v[0:n][0:n], p[0:n][0:n], q[0:n][0:n])
        for (int i = 1; i < n - 1; i++) {
            v[0][i] = 1;
            p[i][0] = 0;
            q[i][0] = v[0][i];
#pragma acc loop seq
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = 1;
#pragma acc loop seq
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
#pragma acc parallel loop gang vector present(u[0:n][0:n], v[0:n][0:n], p[0:n][0:n], q[0:n][0:n])
        for (int i = 1; i < n - 1; i++) {
            u[i][0] = 1;
            p[i][0] = 0;
            q[i][0] = u[i][0];
#pragma acc loop seq
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = 1;
#pragma acc loop seq
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}
