// Arrays of pointers to rows, without a clause: the pointers and what is used of each row come to the device, and the rows back.
// report: Generating copyin(a[0:n][0:m])
// report: Generating copy(b[1:n - 2][1:m - 2])
// expect: device kernels=9
// expect: multicore host_kernels=9
#include "check.h"
#include <stdlib.h>

static double **matrix(int n, int m)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof **a);
        for (int j = 0; j < m; j++)
            a[i][j] = i * m + j;
    }
    return a;
}

static void forget(int n, double **a)
{
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

static void smooth(int n, int m, double **a, double **b)
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

static void doubled(int n, int m, double **a)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        double *row = a[i];
        for (int j = 0; j < m; j++)
            row[j] *= 2;
    }
}

static void product(int n, int m, int l, double **a, double **b, double **c)
{
    #pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < l; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

static void cube(int n, float ***f)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                f[i][j][k] += 100 * i + 10 * j + k;
}

int main(void)
{
    enum { N = 12, M = 9 };
    double **a = matrix(N, M), **b = matrix(N, M), **c = matrix(N, N), **d = matrix(M, N);
    smooth(N, M, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == i * M + j);
    // Pointers that change places between constructs.
    for (int t = 0; t < 2; t++) {
        doubled(N, M, a);
        double *first = a[0];
        a[0] = a[1];
        a[1] = first;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == 4 * (i * M + j));
    product(N, N, M, b, d, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < M; k++)
                s += b[i][k] * d[k][j];
            CHECK(c[i][j] == s);
        }
    // Nothing is touched, so nobody follows pointers that lead nowhere.
    double *nowhere[N];
    for (int i = 0; i < N; i++)
        nowhere[i] = (double *)8;
    doubled(N, 0, nowhere);
    doubled(-3, M, NULL);
    smooth(2, M, nowhere, nowhere);
    smooth(N, 2, nowhere, nowhere);

    enum { L = 4 };
    float cells[L][L][L] = { 0 }, *rows[L][L], **planes[L];
    for (int i = 0; i < L; i++) {
        planes[i] = rows[i];
        for (int j = 0; j < L; j++)
            rows[i][j] = cells[i][j];
    }
    cube(L, planes);
    for (int i = 0; i < L; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < L; k++)
                CHECK(cells[i][j][k] == 100 * i + 10 * j + k && rows[i][j] == cells[i][j]);
    forget(N, a);
    forget(N, b);
    forget(N, c);
    forget(M, d);
    return CHECKED();
}
