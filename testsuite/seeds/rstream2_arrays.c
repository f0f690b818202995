// Raising: one matrix product in the forms in which C has matrices: two subscripts, rows as parameters, linearised, rows of pointers.
// expect: device kernels=4 in_order=0
// expect: multicore host_kernels=4 in_order=0
// report: the host's cores run it in tiles of
// launch: rstream2_arrays_textbook_18 block=32x4x1
// launch: rstream2_arrays_rows_29 grid=2x2x1 block=32x8x1
// launch: rstream2_arrays_linearised_40 grid=2x2x1 block=32x8x1
// launch: rstream2_arrays_tables_52 grid=2x2x1 block=32x8x1
#include "../run/check.h"
#include <stdlib.h>

enum { N = 70 };
static double a[N][N], b[N][N], c[N][N], want[N][N];

static void textbook(void)
{
#pragma acc kernels
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] = c[i][j] + a[i][k] * b[k][j];
        }
}

static void rows(int n, double x[restrict n][n], double y[restrict n][n], double z[restrict n][n])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            z[i][j] = 0;
            for (int k = 0; k < n; k++)
                z[i][j] += x[i][k] * y[k][j];
        }
}

static void linearised(int n, const double *restrict x, const double *restrict y, double *restrict z)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += x[i * n + k] * y[k * n + j];
            z[i * n + j] = s;
        }
}

static void tables(int n, double **x, double **y, double **z)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += x[i][k] * y[k][j];
            z[i][j] = s;
        }
}

static void check(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            CHECK(c[i][j] == want[i][j]);
            c[i][j] = -1;
        }
}

int main(void)
{
    double *x[N], *y[N], *z[N];
    for (int i = 0; i < N; i++) {
        x[i] = a[i], y[i] = b[i], z[i] = c[i];
        for (int j = 0; j < N; j++)
            a[i][j] = (i + 2 * j) % 7, b[i][j] = (3 * i + j) % 5;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                want[i][j] += a[i][k] * b[k][j];
    textbook(), check();
    rows(N, a, b, c), check();
    linearised(N, a[0], b[0], c[0]), check();
    tables(N, x, y, z), check();
    return CHECKED();
}
