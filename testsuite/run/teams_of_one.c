// Constructs of `parallel` that don't say how many gangs they have, with several loops and statements beside them: products in them go through the
// cores' caches in tiles, as those of one loop do. What a gang has for itself keeps its team: arrays, and variables that its loops hand on.
// report: the host's cores run it in tiles of 6 iterations of i by 4 of j
// expect: multicore host_kernels=8
#include "check.h"
#include <stdlib.h>

enum { N = 150, M = 170, K = 130 };

/* What is expected: each element is a sum of small whole numbers, so it is exact whatever the order. */
static double a[N * K], b[K * M], c[N * M], want[N * M];

static void product(double factor, double add)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double s = 0;
            for (int k = 0; k < K; k++)
                s += a[i * K + k] * b[k * M + j];
            want[i * M + j] = s * factor + add;
        }
}
static void same(void)
{
    for (int q = 0; q < N * M; q++)
        CHECK(c[q] == want[q]);
    for (int q = 0; q < N * M; q++)
        c[q] = q % 3;
}

static void statement_before(int n, int m, int l)
{
#pragma acc parallel copyin(a, b) copy(c)
    {
        double f = 0.5 * l / K;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] = s * f;
            }
        }
    }
}
static void two_nests(int n, int m, int l)
{
#pragma acc parallel copyin(a, b) copy(c)
    {
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++)
                c[i * m + j] = 7;
        }
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] += s;
            }
        }
    }
}
/* Each gang adds to its own array: as many as there are gangs, whatever number that is. */
static int own_array(int n, int m, int l)
{
    int gangs = 0;
    double sums[4] = {0};
#pragma acc parallel copyin(a, b) copy(c) private(sums) reduction(+ : gangs)
    {
        gangs += 1;
        for (int q = 0; q < 4; q++)
            sums[q] = 1;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++) {
                double s = sums[j % 4] - 1;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] = s;
            }
        }
    }
    return gangs;
}
/* A gang's variable that its iterations hand on: the last one's value is known to none but it. */
static void handed_on(int n, int m, int l)
{
#pragma acc parallel num_gangs(1) copyin(a, b) copy(c)
    {
        int turns = 0;
#pragma acc loop seq
        for (int i = 0; i < n; i++) {
            turns++;
#pragma acc loop gang vector
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] = s + turns - i;
            }
        }
    }
}
static void sized(int n, int m, int l)
{
#pragma acc parallel num_gangs(3) copyin(a, b) copy(c)
    {
        double f = 2;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] = s * f;
            }
        }
    }
}
/* Statements beside loops run once for each gang; a sum by an atomic operation tells how many those were, and one gang's part of a loop is its own. */
static void counted(int n, int m, int l, int *gangs, int *rows)
{
    int seen = 0, all = 0;
#pragma acc parallel copyin(a, b) copy(c, seen, all)
    {
#pragma acc atomic update
        seen++;
        int mine = 0;
#pragma acc loop gang
        for (int i = 0; i < n; i++) {
            mine++;
#pragma acc loop vector
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int k = 0; k < l; k++)
                    s += a[i * l + k] * b[k * m + j];
                c[i * m + j] = s;
            }
        }
#pragma acc atomic update
        all += mine;
    }
    *gangs = seen, *rows = all;
}

int main(void)
{
    for (int q = 0; q < N * K; q++)
        a[q] = q % 5 - 2;
    for (int q = 0; q < K * M; q++)
        b[q] = q % 7 - 3;
    for (int q = 0; q < N * M; q++)
        c[q] = q % 3;
    statement_before(N, M, K), product(0.5, 0), same();
    two_nests(N, M, K), product(1, 7), same();
    int gangs = own_array(N, M, K);
    product(1, 0), same();
    CHECK(gangs >= 1);
    handed_on(N, M, K), product(1, 1), same();
    sized(N, M, K), product(2, 0), same();
    int rows;
    counted(N, M, K, &gangs, &rows), product(1, 0), same();
    CHECK(gangs >= 1 && rows == N);
    /* Sizes that are no multiple of anything, and none at all. */
    statement_before(0, M, K);
    two_nests(1, 1, 1);
    CHECK(c[0] == 7 + a[0] * b[0]);
    return CHECKED();
}
