// Nests that the user calls independent, in tiles: pointers with data clauses, of which only the device has copies.
// run: -O2 -ffp-contract=off
// expect: device kernels=2
// expect: multicore host_kernels=2
// report: the host's cores run it in tiles of 6 iterations of i by 4 of j
#include "check.h"
#include <stdlib.h>

static double dot(int n, const double *a, const double *b, int i, int j)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
    return s;
}

int main(void)
{
    int n = 67;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 * 0.25;
        c[i] = -1;
    }
    #pragma acc parallel loop collapse(2) copyin(a[0:n*n], b[0:n*n]) copyout(c[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            CHECK(c[i * n + j] == dot(n, a, b, i, j));
            c[i * n + j] = -1;
        }
    #pragma acc parallel loop gang copyin(a[0:n*n], b[0:n*n]) copyout(c[0:n*n])
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector
        for (int j = 0; j < n; j++) {
            double s = 0;
            #pragma acc loop seq
            for (int k = n - 1; k >= 0; k--)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            CHECK(c[i * n + j] == dot(n, a, b, i, j));
    free(a);
    free(b);
    free(c);
    return CHECKED();
}
