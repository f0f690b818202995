// Nests that reach their elements through pointers of their own: pointers to rows by arithmetic, by addresses, from tables and from arrays of arrays, and ones
// that are made of others. Nests go through in tiles as they do with subscripts.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// report: the host's cores run it in tiles
// report: the device's blocks run it in tiles of
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 75, P = N + 3 };

static void by_arithmetic(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        const double *ai = a + i * n;
        double *ci = c + i * n;
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += ai[k] * b[k * n + j];
            ci[j] = s;
        }
    }
}

static void by_addresses(unsigned n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma acc kernels copyin(a[0 : n * n], b[0 : n * n]) copy(c[0 : n * n])
    for (unsigned i = 0; i < n; i++) {
        double *ci = &c[(size_t)i * n];
        for (unsigned k = 0; k < n; k++) {
            const double aik = a[(size_t)i * n + k], *bk = &b[(size_t)k * n];
            for (unsigned j = 0; j < n; j++)
                *(ci + j) += aik * *(bk + j);
        }
    }
}

// From a pointer that is made of one, backwards.
static void by_others(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        const double *end = a + (i + 1) * n, *ai = end - n;
        for (int j = 0; j < n; j++) {
            const double *bj = b + j;
            double *cij = &c[i * n] + j;
            for (int k = 0; k < n; k++)
                *cij += ai[k] * bj[k * n];
        }
    }
}

static void by_tables(int n, double **a, double **b, double **c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double *ci = c[i];
        const double *ai = a[i] + 1;
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += ai[k] * b[k][j];
            ci[j] = s;
        }
    }
}

static void by_arrays(int n, int m, double a[n][m], double b[n][m], double c[n][m])
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double *ci = c[i];
        for (int k = 0; k < n; k++) {
            double *bk = b[k], aik = a[i][k];
            for (int j = 0; j < n; j++)
                ci[j] += aik * bk[j];
        }
    }
}

// A name that means something else where the pointer is used, and a row that another one takes the place of.
static void hidden(int n, int at, const double *restrict a, const double *restrict b, double *restrict c)
{
#pragma acc kernels copyin(a[0 : N * P], b[0 : N * N]) copyout(c[0 : n * n])
    for (int i = 0; i < n; i++) {
        const double *ai = a + i * P + at;
        for (int j = 0; j < n; j++) {
            int at = j % 2;
            double s = at;
            for (int k = 0; k < n; k++)
                s += ai[k] * b[k * n + j];
            c[i * n + j] = s;
        }
    }
}

static void exchanged(int n, double **a, double **b, double **c)
{
#pragma acc serial copy(a[0 : n][0 : n], b[0 : n][0 : n], c[0 : n][0 : n])
    for (int i = 0; i < n; i++) {
        double *ci = c[i];
        for (int j = 0; j < n; j++) {
            c[i] = a[i];
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            ci[j] = s;
            c[i] = ci;
        }
    }
}

static double a[N * P], b[N * N], c[N * N], want[N * N];

static void product(int pitch, int from, const double *from_c)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = from_c ? from_c[j % 2] : 0;
            for (int k = 0; k < N; k++)
                s += a[i * pitch + from + k] * b[k * N + j];
            want[i * N + j] = s;
        }
    if (!from_c)
        memset(c, 0, sizeof c);
}

static double **table(double *of, int pitch)
{
    double **rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++) {
        rows[i] = malloc((N + 1) * sizeof(double));
        memcpy(rows[i], of + i * pitch, (of == a ? N + 1 : N) * sizeof(double));
    }
    return rows;
}

static int differs(double **rows)
{
    int found = 0;
    for (int i = 0; i < N; i++)
        found |= memcmp(rows[i], want + i * N, N * sizeof(double));
    return found;
}

int main(void)
{
    for (int i = 0; i < N * P; i++)
        a[i] = i % 13 - 4;
    for (int i = 0; i < N * N; i++)
        b[i] = i % 7 + 1;
    product(N, 0, NULL);
    by_arithmetic(N, a, b, c);
    CHECK(!memcmp(c, want, sizeof c));
    memset(c, 0, sizeof c);
    by_addresses(N, a, b, c);
    CHECK(!memcmp(c, want, sizeof c));
    memset(c, 0, sizeof c);
    by_others(N, a, b, c);
    CHECK(!memcmp(c, want, sizeof c));
    memset(c, 0, sizeof c);
    by_arrays(N, N, (double(*)[N])(void *)a, (double(*)[N])(void *)b, (double(*)[N])(void *)c);
    CHECK(!memcmp(c, want, sizeof c));
    product(P, 2, (double[]){0, 1});
    hidden(N, 2, a, b, c);
    CHECK(!memcmp(c, want, sizeof c));
    product(P, 1, NULL);
    double **x = table(a, P), **y = table(b, N), **z = table(c, N);
    by_tables(N, x, y, z);
    CHECK(!differs(z));
    product(P, 0, NULL);
    exchanged(N, x, y, z);
    CHECK(!differs(z));
    return CHECKED();
}
