// Rows behind pointers to pointers in `kernels`: whether they lie apart is asked when the program runs. Where two names lead to the same row, or two rows of a table
// are one, the loops run in order.
// env: ACCRS_LEAST_WORK=0
// expect: device kernels=16 in_order=3
// expect: multicore host_kernels=16 in_order=3
// report: if rows of c, a and c
#include "check.h"
#include <stdlib.h>
#define N 37
#define M 23

static double **table(int n, int m, double start)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof **a);
        for (int j = 0; j < m; j++)
            a[i][j] = start + 100 * i + j;
    }
    return a;
}

static void freed(double **a, int n)
{
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

/* What no clause names. */
static void plain(int n, int m, double **a, double **c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i][j] = 2 * a[i][j] + i;
}

/* Named by clauses, each element from four neighbours. */
static void stencil(int n, int m, double **a, double **c)
{
#pragma acc kernels copyin(a[0:n][0:m]) copy(c[0:n][0:m])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            c[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

/* On the device before, and in place. */
static void there(int n, int m, double **c)
{
#pragma acc kernels present(c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i][j] = c[i][j] * 2 + i;
}

/* Rows beside a plain vector. */
static void product(int n, int m, double **a, const double *x, double *y)
{
#pragma acc kernels copyin(a[0:n][0:m], x[0:m]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += a[i][j] * x[j];
        y[i] = s;
    }
}

static void outer(int n, int m, double **a, const double *x, const double *y)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += x[j] * y[i];
}

/* A row's pointer has a name of its own. */
static void named(int n, int m, double **a, double **c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        double *to = c[i];
        const double *from = a[n - 1 - i];
        for (int j = 0; j < m; j++)
            to[j] = from[j] + 1;
    }
}

/* Each row from the one before: threads share the columns. */
static void below(int n, int m, double **a, double **c)
{
#pragma acc kernels copyin(a[0:n][0:m]) copy(c[0:n][0:m])
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i][j] = c[i - 1][j] + a[i][j];
}

/* Three levels. */
static void cube(int l, int n, int m, double ***u, double ***v)
{
#pragma acc kernels
    for (int k = 0; k < l; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                v[k][i][j] = u[k][i][j] - v[k][i][j];
}

static void columns(int n, int m, double **a, double **c)
{
#pragma acc kernels loop
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            c[i][j] += a[i][j];
}

static void apart(void)
{
    double **a = table(N, M, 0), **c = table(N, M, 5000), x[M], y[N];
    plain(N, M, a, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == 2 * (100 * i + j) + i);
    stencil(N, M, a, c);
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            CHECK(c[i][j] == 100 * i + j);
    CHECK(c[0][3] == 6 && c[N - 1][M - 1] == 2 * (100 * (N - 1) + M - 1) + N - 1);
    for (int j = 0; j < M; j++)
        x[j] = j % 3;
    product(N, M, a, x, y);
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int j = 0; j < M; j++)
            s += (100 * i + j) * x[j];
        CHECK(y[i] == s);
    }
    outer(N, M, c, x, y);
    CHECK(c[3][4] == 304 + x[4] * y[3]);
    named(N, M, a, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == 100 * (N - 1 - i) + j + 1);
    below(N, M, a, c);
    CHECK(c[2][5] == 100 * (N - 1) + 6 + 105 + 205);
    columns(N, M, a, c);
    CHECK(c[2][5] == 100 * (N - 1) + 6 + 105 + 205 + 205);
#pragma acc enter data copyin(c[0:N][0:M])
    there(N, M, c);
#pragma acc exit data copyout(c[0:N][0:M])
    CHECK(c[2][5] == 2 * (100 * (N - 1) + 6 + 105 + 205 + 205) + 2);
    // The program changes places of tables, and of rows.
    double **t = a;
    a = c;
    c = t;
    double *row = c[4];
    c[4] = a[4];
    a[4] = row;
    plain(N, M, a, c);
    CHECK(c[4][1] == 2 * a[4][1] + 4);
    freed(a, N);
    freed(c, N);
}

static void of_cubes(void)
{
    enum { L = 5 };
    double **u[L], **v[L], ***pu = u, ***pv = v;
    for (int k = 0; k < L; k++) {
        u[k] = table(N, M, 10000 * k);
        v[k] = table(N, M, 0);
    }
    cube(L, N, M, pu, pv);
    for (int k = 0; k < L; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                CHECK(v[k][i][j] == 10000 * k);
    for (int k = 0; k < L; k++) {
        freed(u[k], N);
        freed(v[k], N);
    }
}

/* Rows that are the same, in one table and in two. */
static void shared(void)
{
    double **a = table(N, M, 0), **c = malloc(N * sizeof *c), *own = calloc(M, sizeof *own);
    for (int i = 0; i < N; i++)
        c[i] = i < N - 1 ? a[i + 1] : own;
    // a[i + 1] from a[i]: each row from the one before.
    plain(N, M, a, c);
    double expected = 7;
    for (int i = 0; i < N; i++) {
        expected = 2 * expected + i;
        CHECK(c[i][7] == expected);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = j;
    // Two rows of one table.
    double *lost = a[9];
    a[9] = a[30];
#pragma acc enter data copyin(a[0:N][0:M])
    there(N, M, a);
#pragma acc exit data copyout(a[0:N][0:M])
    CHECK(a[9][2] == 2 * (2 * 2 + 9) + 30 && a[8][2] == 2 * 2 + 8);
    a[9] = lost;
    // A vector that is a row, read and written.
    double y[N];
    for (int i = 0; i < N; i++)
        y[i] = 1;
    for (int j = 0; j < M; j++) {
        a[5][j] = 1;
        a[6][j] = 0;
    }
    outer(N, M, a, a[5], y);
    CHECK(a[5][3] == 2 && a[6][3] == 2);
    freed(a, N);
    free(own);
    free(c);
}

/* Nothing is reached: the rows need not be there. */
static void nothing(void)
{
    double *none[N];
    for (int i = 0; i < N; i++)
        none[i] = 0;
    plain(N, 0, none, none);
    plain(0, M, 0, 0);
    cube(0, N, M, 0, 0);
    CHECK(none[0] == 0);
}

int main(void)
{
    apart();
    of_cubes();
    shared();
    nothing();
    return CHECKED();
}
