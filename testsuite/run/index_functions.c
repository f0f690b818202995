// Subscripts that small functions compute from their arguments: analysed as the expressions that they return, so loops are parallel and data is found. Some take
// structs by pointer, call each other, or have a routine directive of their own; one that reads a variable of the file stays a call.
// run: -O2
// report: copy(a[0:n*n]) [inferred
// expect: device kernels=5 in_order=0
// expect: multicore host_kernels=5
#include "check.h"
#include <stdlib.h>

struct grid { int nx, ny; };
enum { N = 40 };
static int offset = 3;
#pragma acc declare copyin(offset)
static double u[N * N + 3];

static inline int ix(int i, int j, int n) { return i * n + j; }
static int row(const struct grid *g, int i) { return i * g->ny; }
static inline size_t at(const struct grid *g, int i, int j) { return (size_t)(row(g, i) + j); }
static int shifted(int i, int j) { return i * N + j + offset; }
static short narrow(long i) { return (short)i; }

static void plain(int n, double *a, const double *b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[ix(i, j, n)] = a[ix(i, j, n)] + 2 * b[ix(j, i, n)];
}

static void of_grid(const struct grid *g, double *a)
{
    const struct grid here = *g;
#pragma acc kernels copy(a[0:here.nx * here.ny])
    for (int i = 0; i < here.nx; i++)
        for (int j = 0; j < here.ny; j++)
            a[at(&here, i, j)] += i - j;
}

static void of_file(void)
{
    const int near = 7;
#pragma acc parallel loop copy(u)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[shifted(i, j)] = i * 100 + j + near;
}

/* The argument and the result are converted as a call converts them. */
static void converted(double *a)
{
#pragma acc parallel loop copy(a[0:N])
    for (long i = 65536; i < 65536 + N; i++)
        a[narrow(i)] = (double)(i - 65536);
#pragma acc parallel loop copy(a[0:N])
    for (int i = 0; i < N; i++)
        a[narrow(i + 0.75 > 1 ? i : 0)] += 0.5;
}

int main(void)
{
    const int n = N;
    double *a = malloc(sizeof(double) * N * N), *b = malloc(sizeof(double) * N * N), c[N];
    const struct grid g = { N, N };
    for (int i = 0; i < N * N; i++)
        a[i] = 1, b[i] = i;
    plain(n, a, b);
    of_grid(&g, a);
    of_file();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            CHECK(a[i * N + j] == 1 + 2 * (j * N + i) + i - j);
            CHECK(u[i * N + j + 3] == i * 100 + j + 7);
        }
    for (int i = 0; i < N; i++)
        c[i] = -1;
    converted(c);
    for (int i = 0; i < N; i++)
        CHECK(c[i] == i + 0.5);
    free(a);
    free(b);
    return CHECKED();
}
