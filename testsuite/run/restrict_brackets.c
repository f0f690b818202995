// restrict in a parameter's brackets is the pointer's own: loops over such parameters are parallel without a question, in
// constructs where nothing else tells the pointers apart. Of two declarations it is the definition's words that count.
// launch: restrict_brackets_rows_20 grid=40x1x1 block=128x1x1
// launch: restrict_brackets_line_29 grid=1x1x1 block=128x1x1
// launch: restrict_brackets_typed_36 grid=40x1x1 block=64x1x1
// launch: restrict_brackets_plain_46_in_order grid=1x1x1 block=1x1x1
// expect: device kernels=4 in_order=1
// expect: multicore in_order=1
#include "check.h"
#define N 40
#define M 200
typedef double row[50];

static void plain(int n, double c[restrict], const double a[restrict]);

static double c[N][M], a[N][M];

static void rows(int n, int m, double c[restrict n][m], double (a)[const restrict static N][m])
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            c[i][j] += 2 * a[i][j];
}

static void line(int n, double c[__restrict], const double a[static __restrict__ 100])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        c[i] += 3 * a[i];
}

/* A typedef's brackets can't say it, those around it can. */
static void typed(int n, row c[restrict], row a[restrict n])
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 50; j++)
            c[i][j] -= 2 * a[i][j];
}

/* Only the prototype says it. */
static void plain(int n, double c[], const double a[])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        c[i] = a[i] + 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = i + j;
            c[i][j] = 1;
        }
    rows(N, M, c, a);
    line(100, c[3], a[2]);
    typed(N, (row *)c, (row *)a);
    for (int k = 0; k < N * M; k++) {
        int i = k / M, j = k % M, kept = k / 50 >= N;
        CHECK(c[i][j] == 1 + (i == 3 && j < 100 ? 3 * (2 + j) : 0) + kept * 2 * (i + j));
    }
    plain(100, c[1] + 1, c[1]);
    for (int j = 0; j <= 100; j++)
        CHECK(c[1][j] == c[1][0] + j);
    return CHECKED();
}
