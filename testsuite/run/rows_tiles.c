// Tables of rows in a matrix product, in time steps and as arrays of pointers: they get the tiles and the data that arrays of one block get, if the rows lie apart.
// env: ACCRS_LEAST_WORK=0
// report: the host's cores run it in tiles
// report: the device's blocks run it in tiles
// report: copyin(left[0:n][0:n]) [inferred: reads left[i][k]
// expect: device kernels=10 in_order=1
// expect: multicore in_order=1
#include "check.h"
#include <stdlib.h>
#include <string.h>
#define N 70
#define STEPS 6

static double *left[N], *right[N];

static double **table(void)
{
    double **a = malloc(N * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = calloc(N, sizeof **a);
    return a;
}

static void product(int n, double **c, double **a, double **b)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

/* The same of arrays at file scope. */
static void of_arrays(int n, double **c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += left[i][k] * right[k][j];
            c[i][j] = s;
        }
}

static void step(int n, double **to, double **from)
{
#pragma acc kernels present(to, from)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
}

static double of_product(int i, int j)
{
    double s = 0;
    for (int k = 0; k < N; k++)
        s += left[i][k] * right[k][j];
    return s;
}

int main(void)
{
    double **a = table(), **b = table(), **c = table();
    for (int i = 0; i < N; i++) {
        left[i] = a[i];
        right[i] = b[i];
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 9;
            b[i][j] = (3 * i + j) % 7;
        }
    }
    product(N, c, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(c[i][j] == of_product(i, j));
    for (int i = 0; i < N; i++)
        memset(c[i], 0, N * sizeof **c);
    of_arrays(N, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(c[i][j] == of_product(i, j));
    // Tables change places, on the device as well.
    double serial[2][N][N] = {{{0}}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            serial[0][i][j] = serial[1][i][j] = a[i][j] = b[i][j] = (i * j) % 32;
#pragma acc data copy(a[0:N][0:N], b[0:N][0:N])
    for (int t = 0; t < STEPS; t++) {
        step(N, t % 2 ? a : b, t % 2 ? b : a);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                double(*s)[N] = serial[t % 2];
                serial[1 - t % 2][i][j] = (s[i - 1][j] + s[i + 1][j] + s[i][j - 1] + s[i][j + 1]) / 4;
            }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(a[i][j] == serial[0][i][j] && b[i][j] == serial[1][i][j]);
    // A row of the result is one that later rows read.
    double *own = c[3];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i == j;
            b[i][j] = i + j;
        }
    a[8][8] = 0;
    a[8][5] = 1;
    c[3] = b[5];
    product(N, c, a, b);
    CHECK(c[8][2] == 3 + 2 && c[5][2] == 3 + 2 && c[4][2] == 4 + 2);
    c[3] = own;
    // All rows apart again.
    product(N, c, a, b);
    CHECK(c[3][2] == 3 + 2 && c[8][2] == 3 + 2);
    return CHECKED();
}
