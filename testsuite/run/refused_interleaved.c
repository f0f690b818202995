// Points whose coordinates lie one behind the other: each iteration has three elements of a plain array for itself.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#include <stdlib.h>

static void move(int n, double *x, const double *v, double dt)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        x[3 * i] += dt * v[3 * i];
        x[3 * i + 1] += dt * v[3 * i + 1];
        x[3 * i + 2] += dt * v[3 * i + 2];
    }
}

/* Even elements from odd ones. */
static void halve(int n, double *x)
{
    #pragma acc kernels
    for (int i = 0; i < n - 1; i += 2)
        x[i] = x[i + 1];
}

int main(void)
{
    int n = 200;
    double *x = malloc(3 * n * sizeof *x), *v = malloc(3 * n * sizeof *v);
    for (int i = 0; i < 3 * n; i++) {
        x[i] = i;
        v[i] = 2 * i;
    }
    move(n, x, v, 0.5);
    for (int i = 0; i < 3 * n; i++)
        CHECK(x[i] == 2 * i);
    halve(3 * n, x);
    for (int i = 0; i < 3 * n; i++)
        CHECK(x[i] == 2 * (i | 1));
    free(x);
    free(v);
    return CHECKED();
}
