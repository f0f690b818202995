/* Conjugate gradients for five points of a plane: products, sums and updates of vectors, one region each. */
enum { steps = 100, n = 1000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(x, [n * n]) X(r, [n * n]) X(p, [n * n]) X(q, [n * n])
#define PREPARE for (int i = 0; i < n * n; i++) p[i] = r[i], x[i] = 0
#include "polybench.h"
KERNEL
{
    int all = n * n;
    double rho = 0;
#pragma acc data copy(x[0:all], r[0:all], p[0:all]) create(q[0:all])
    {
#pragma acc parallel loop reduction(+:rho) present(r[0:all])
        for (int i = 0; i < all; i++)
            rho += r[i] * r[i];
        for (int t = 0; t < steps; t++) {
            double pq = 0, next = 0;
#pragma acc parallel loop gang vector collapse(2) reduction(+:pq) present(p[0:all], q[0:all])
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    int at = i * n + j;
                    double sum = 4.1 * p[at];
                    if (i > 0) sum -= p[at - n];
                    if (i < n - 1) sum -= p[at + n];
                    if (j > 0) sum -= p[at - 1];
                    if (j < n - 1) sum -= p[at + 1];
                    q[at] = sum;
                    pq += sum * p[at];
                }
            double alpha = rho / pq;
#pragma acc parallel loop gang vector reduction(+:next) present(x[0:all], r[0:all], p[0:all], q[0:all])
            for (int i = 0; i < all; i++) {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
                next += r[i] * r[i];
            }
            double beta = next / rho;
            rho = next;
#pragma acc parallel loop gang vector present(r[0:all], p[0:all])
            for (int i = 0; i < all; i++)
                p[i] = r[i] + beta * p[i];
        }
    }
}
