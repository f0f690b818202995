/* Levinson and Durbin's recursion: three short regions in each step of the host's loop. */
enum { n = 8000 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(r, [n]) X(y, [n]) X(z, [n])
#define PREPARE for (int i = 0; i < n; i++) r[i] = 0.5 / (i + 1)
#include "polybench.h"
KERNEL
{
    double alpha = -r[0], beta = 1;
    y[0] = -r[0];
#pragma acc data copyin(r[0:n]) copy(y[0:n]) create(z[0:n])
    for (int k = 1; k < n; k++) {
        double sum = 0, rk = r[k];
        beta = (1 - alpha * alpha) * beta;
#pragma acc parallel loop reduction(+:sum) present(r[0:n], y[0:n])
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(rk + sum) / beta;
#pragma acc parallel loop present(y[0:n], z[0:n])
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
#pragma acc parallel loop present(y[0:n], z[0:n])
        for (int i = 0; i <= k; i++)
            y[i] = i < k ? z[i] : alpha;
    }
}
