/* The heat equation with OpenACC: data stays on the device for all steps. */
#include "heat.h"
#include <math.h>
#include <stdlib.h>

double heat(int n, int steps, double alpha, double *restrict u)
{
    double *restrict next = malloc(sizeof *next * (size_t)n);
    double change = 0;
    if (!next)
        return -1;
#pragma acc data copy(u[0 : n]) create(next[0 : n])
    for (int s = 0; s < steps; s++) {
        change = 0;
#pragma acc parallel loop reduction(max : change)
        for (int i = 1; i < n - 1; i++) {
            next[i] = u[i] + alpha * (u[i - 1] - 2 * u[i] + u[i + 1]);
            change = fmax(change, fabs(next[i] - u[i]));
        }
#pragma acc parallel loop
        for (int i = 1; i < n - 1; i++)
            u[i] = next[i];
    }
    free(next);
    return change;
}
