// Products of matrices as textbooks write them: collapse or tile around a bare `loop reduction`. The sum is each thread's own, and sizes that
// no tile divides are right too.
// expect: device kernels=9 in_order=0
// expect: multicore host_kernels=9
#include "check.h"
#include <stdlib.h>

enum { N = 101, B = 3 };

static double a[N][N], b[N][N], c[N][N];

static void clear(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = -1;
}

static void check(int line)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double t = 0;
            for (int k = 0; k < N; k++)
                t += a[i][k] * b[k][j];
            if (c[i][j] != t) {
                printf("line %d: c[%d][%d] is %g, not %g\n", line, i, j, c[i][j], t);
                check_failures++;
                return;
            }
        }
    clear();
}

static void of_kernels(void)
{
    double t;
#pragma acc kernels loop collapse(2) independent private(t)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            t = 0;
#pragma acc loop reduction(+ : t)
            for (int k = 0; k < N; k++)
                t += a[i][k] * b[k][j];
            c[i][j] = t;
        }
    check(__LINE__);
#pragma acc kernels loop tile(32, 32)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
#pragma acc loop reduction(+ : s)
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    check(__LINE__);
}

static void of_parallel(int n, const double *x, const double *y, double *z)
{
#pragma acc parallel loop tile(16, 8)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
#pragma acc loop reduction(+ : s)
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    check(__LINE__);
    int i, j, k;
#pragma acc parallel loop collapse(2) private(i, j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            double s = 0;
#pragma acc loop reduction(+ : s)
            for (k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    check(__LINE__);
#pragma acc parallel loop collapse(2) copyin(x[0:n * n], y[0:n * n]) copyout(z[0:n * n])
    for (i = 0; i < n; i++)
        for (j = n - 1; j >= 0; j--) {
            double s = 0;
            for (k = 0; k < n; k++)
                s += x[i * n + k] * y[k * n + j];
            z[i * n + j] = s;
        }
    check(__LINE__);
}

// Several products, and sums that go along memory, for which lanes inside are better.
static void others(const double (*x)[N][N], double (*z)[N][N], double *sums)
{
#pragma acc parallel loop collapse(3) copyin(x[0:B]) copyout(z[0:B])
    for (int m = 0; m < B; m++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double s = 0;
#pragma acc loop reduction(+ : s)
                for (int k = 0; k < N; k++)
                    s += x[m][i][k] * b[k][j];
                z[m][i][j] = s;
            }
    for (int m = 0; m < B; m++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double s = 0;
                for (int k = 0; k < N; k++)
                    s += x[m][i][k] * b[k][j];
                CHECK(z[m][i][j] == s);
            }
    }
#pragma acc parallel loop collapse(2) copyin(x[0:B]) copyout(sums[0:B * N])
    for (int m = 0; m < B; m++)
        for (int i = 0; i < N; i++) {
            double s = 0;
#pragma acc loop reduction(+ : s)
            for (int k = 0; k < N; k++)
                s += x[m][i][k];
            sums[m * N + i] = s;
        }
    for (int m = 0; m < B; m++)
        for (int i = 0; i < N; i++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += x[m][i][k];
            CHECK(sums[m * N + i] == s);
        }
    // A sum over all of the nest keeps the clause's loops together; tiles without sums inside keep their sizes.
    double all = 0;
#pragma acc parallel loop collapse(2) reduction(+ : all) copyin(x[0:1])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < 4; k++)
                all += x[0][i][j] * k;
    double want = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            want += x[0][i][j] * 6;
    CHECK(all == want);
#pragma acc parallel loop tile(8, 8)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = a[j][i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(c[i][j] == a[j][i]);
}

int main(void)
{
    double (*x)[N][N] = malloc(B * sizeof *x), (*z)[N][N] = malloc(B * sizeof *z), *sums = malloc(B * N * sizeof *sums);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j) % 11 - 5;
            b[i][j] = (i + 3 * j) % 13 - 6;
            for (int m = 0; m < B; m++)
                x[m][i][j] = (m + i * 5 + j) % 9 - 4;
        }
    clear();
    of_kernels();
    of_parallel(N, &a[0][0], &b[0][0], &c[0][0]);
    others((const double (*)[N][N])x, z, sums);
    free(x);
    free(z);
    free(sums);
    return CHECKED();
}
