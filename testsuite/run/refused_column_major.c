// Matrices in Fortran's order through a macro with a leading dimension, behind plain pointers of unknown extent. Columns may overlap where ld is small, so they
// are swept in order, by blocks that wait for each other.
// expect: device kernels=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>
#define IDX(i, j) ((i) + (j) * ld)

static void multiply(int n, int m, int ld, const double *a, const double *b, double *c)
{
    #pragma acc kernels
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[IDX(i, k)] * b[IDX(k, j)];
            c[IDX(i, j)] = s;
        }
}

int main(void)
{
    int n = 37, m = 23, ld = 40;
    double *a = malloc(ld * n * sizeof *a), *b = malloc(ld * m * sizeof *b), *c = malloc(ld * m * sizeof *c);
    for (int i = 0; i < ld * n; i++)
        a[i] = i % 7;
    for (int i = 0; i < ld * m; i++) {
        b[i] = i % 5;
        c[i] = -1;
    }
    multiply(n, m, ld, a, b, c);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < ld; i++) {
            double s = i < n ? 0 : -1;
            for (int k = 0; i < n && k < n; k++)
                s += a[IDX(i, k)] * b[IDX(k, j)];
            CHECK(c[IDX(i, j)] == s);
        }
    free(a);
    free(b);
    free(c);
    return CHECKED();
}
