// Sums of columns: lanes have neighbouring columns, and the workers of a block parts of each, which they add up. With and without a clause, of several
// numbers, with sizes that are no multiple of a block's, without rows, with a value from before. Columns of a few elements are a thread's.
// expect: device kernels=12
// launch: columns_shared_square_14 grid=3x1x1 block=32x16x1
// launch: columns_shared_clause_25 grid=2x1x1 block=32x16x1
// launch: columns_shared_known_42 grid=3x1x1 block=32x16x1
// launch: columns_shared_few_54 grid=1x1x1 block=128x1x1
#include "check.h"
#include <stdlib.h>

/* Rows and columns are as many. */
static void square(int m, double (*restrict a)[m], double *restrict out)
{
#pragma acc parallel loop copyin(a[0:m]) copyout(out[0:m])
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < m; i++)
            s += a[i][j];
        out[j] = s;
    }
}

static void clause(int n, int m, float (*restrict a)[m], float *restrict out)
{
#pragma acc parallel loop copyin(a[0:n]) copyout(out[0:m]) async(1)
    for (int j = 0; j < m; j++) {
        float s = 1, big = -1;
#pragma acc loop reduction(+:s) reduction(max:big)
        for (int i = 0; i < n; i++) {
            s += a[i][j];
            big = a[i][j] > big ? a[i][j] : big;
        }
        out[j] = s + big;
    }
#pragma acc wait
}

enum { ROWS = 300, FEW = 7 };

static void known(int m, const int *restrict a, long *restrict out)
{
#pragma acc parallel loop copyin(a[0:ROWS*m]) copyout(out[0:m])
    for (int j = 0; j < m; j++) {
        long s = 0;
        for (int i = 0; i < ROWS; i++)
            s += a[i * m + j];
        out[j] = s;
    }
}

/* Nobody knows how few rows there are. */
static void few(int n, int m, const int *restrict a, long *restrict out)
{
#pragma acc parallel loop copyin(a[0:n*m]) copyout(out[0:m])
    for (int j = 0; j < m; j++) {
        long s = 0;
        for (int i = 0; i < n; i++)
            s += a[i * m + j];
        out[j] = s;
    }
}

static void try_sizes(int n, int m)
{
    double (*a)[m] = malloc(sizeof(double) * (m * m + 1)), *out = malloc(sizeof(double) * m);
    float (*f)[m] = malloc(sizeof(float) * (n * m + 1)), *fout = malloc(sizeof(float) * m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = (i * 3 + j) % 8;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            f[i][j] = (i + j) % 4;
    square(m, a, out);
    clause(n, m, f, fout);
    for (int j = 0; j < m; j++) {
        double s = 0;
        float t = 1, big = -1;
        for (int i = 0; i < m; i++)
            s += a[i][j];
        for (int i = 0; i < n; i++)
            t += f[i][j], big = f[i][j] > big ? f[i][j] : big;
        CHECK(out[j] == s);
        CHECK(fout[j] == t + big);
    }
    free(a), free(out), free(f), free(fout);
}

int main(void)
{
    int sizes[][2] = {{300, 70}, {1, 33}, {0, 5}, {1000, 1}, {17, 400}};
    for (int k = 0; k < 5; k++)
        try_sizes(sizes[k][0], sizes[k][1]);
    static int a[ROWS * 71];
    static long out[71];
    for (int k = 0; k < ROWS * 71; k++)
        a[k] = k % 13;
    known(71, a, out);
    for (int j = 0; j < 71; j++) {
        long s = 0;
        for (int i = 0; i < ROWS; i++)
            s += a[i * 71 + j];
        CHECK(out[j] == s);
    }
    few(FEW, 71, a, out);
    for (int j = 0; j < 71; j++) {
        long s = 0;
        for (int i = 0; i < FEW; i++)
            s += a[i * 71 + j];
        CHECK(out[j] == s);
    }
    return CHECKED();
}
