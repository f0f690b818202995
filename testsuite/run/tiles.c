// Nests in tiles on the host's cores: whole tiles, what is left of them, triangles, copies of columns, scalars of C89, what overlaps.
// run: -O2 -ffp-contract=off
// expect: multicore host_kernels=10
// report: the host's cores run it in tiles of
// report: with c[i][j] in registers
#include "check.h"
#include <string.h>
enum { N = 67, M = 131, K = 37 };
static double a[N][M], b[M][M], c[N][M], d[M][M], x[M], y[M], z[N];
static double want_c[N][M], want_d[M][M], want_y[M], want_z[N];
static int ia[N][M], ib[M][M], ic[N][M], want_ic[N][M];

/* All sums are exact, in whatever order. */
static void start(void)
{
    for (int i = 0; i < M; i++) {
        x[i] = i % 7 - 3;
        y[i] = i * 0.25;
        for (int j = 0; j < M; j++) {
            b[i][j] = (i * 5 + j * 3) % 17 * 0.25;
            d[i][j] = (i + j * 7) % 13 - 6;
            ib[i][j] = i * 3 - j;
        }
    }
    for (int i = 0; i < N; i++) {
        z[i] = i;
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 3 + j) % 11 * 0.5 - 2;
            c[i][j] = i + j;
            ia[i][j] = i - j;
            ic[i][j] = i * j;
        }
    }
}
static void keep(void)
{
    memcpy(want_c, c, sizeof c);
    memcpy(want_d, d, sizeof d);
    memcpy(want_y, y, sizeof y);
    memcpy(want_z, z, sizeof z);
    memcpy(want_ic, ic, sizeof ic);
    start();
}
static int same(void)
{
    return !memcmp(want_c, c, sizeof c) && !memcmp(want_d, d, sizeof d) && !memcmp(want_y, y, sizeof y)
        && !memcmp(want_z, z, sizeof z) && !memcmp(want_ic, ic, sizeof ic);
}
/* The same statements as plain C, then in a construct. */
#define BOTH(directive, ...) \
    do { \
        start(); \
        __VA_ARGS__ \
        keep(); \
        _Pragma(#directive) __VA_ARGS__ \
        CHECK(same()); \
    } while (0)

/* Pointers that overlap: in tiles the rows would read what others haven't written yet. */
static void shifted(int n, double *to, const double *from)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < 20; k++)
            sum += from[i + k];
        to[i] = sum;
    }
}

int main(void)
{
    int i, j, k;
    double s;
    /* Parts of a nest brought together. */
    BOTH(acc kernels, for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) c[i][j] *= 2;
        for (int k = 0; k < K; k++)
            for (int j = 0; j < M; j++) c[i][j] += 1.5 * a[i][k] * b[k][j];
    });
    /* A triangle, and elements that are columns to the lanes: copied. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < K; k++) d[i][j] += a[i][k] * a[j][k];);
    /* The other triangle; results go to both sides. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < K; k++) sum += b[k][i] * b[k][j];
            d[i][j] = sum;
            d[j][i] = sum;
        });
    /* Scalars and counters of the function's, with a directive on each loop. */
    BOTH(acc parallel loop private(s), for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            s = x[j];
            for (k = K - 1; k >= 0; k--) s -= a[i][k] * b[k][j];
            c[i][j] = s + z[i];
        });
    /* Sums along rows and down columns. */
    BOTH(acc kernels, for (int i = 0; i < N; i++) {
        z[i] = 0;
        for (int k = 0; k < M; k++) z[i] += a[i][k] * x[k];
    });
    BOTH(acc kernels, for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++) y[j] += a[i][j] * x[i];);
    /* In place: the rows in order, the columns side by side. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = i + 1; k < i + 4; k++) d[i][j] += a[i][k] * d[k][j];);
    /* Integers wrap in lanes as they do alone. */
    BOTH(acc kernels, for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++) sum += ia[i][k] * ib[k][j];
            ic[i][j] = sum;
        });
    /* Memory that overlaps, and memory that doesn't. */
    for (int apart = 0; apart < 2; apart++) {
        start();
        double *from = apart ? x : y, *to = apart ? y : y + 5;
        for (int i = 0; i < 100; i++) {
            double sum = 0;
            for (int k = 0; k < 20; k++) sum += from[i + k];
            to[i] = sum;
        }
        keep();
        shifted(100, to, from);
        CHECK(same());
    }
    (void)i, (void)j, (void)k, (void)s;
    return CHECKED();
}
