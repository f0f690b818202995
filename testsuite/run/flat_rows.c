// Arrays of arrays by a pointer to their first element, which goes on behind the first row, beside their own subscripts: what is written and what is read
// may be the same elements.
// run: -O2 -Wno-openacc
// env: OMP_NUM_THREADS=3 ACCRS_LEAST_WORK=0
// report: *(*m + i*N + j) written at
// expect: device kernels=6
#include "check.h"

enum { N = 24 };
static double m[N][N], expected[N][N];

static void start(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = expected[i][j] = i * 7 % 5 + j;
}

static void same(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(m[i][j] == expected[i][j]);
    start();
}

int main(void)
{
    start();
#pragma acc kernels
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            *(*m + i * N + j) = m[i - 1][j] + 1;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            expected[i][j] = expected[i - 1][j] + 1;
    same();
#pragma acc kernels
    for (int i = 0; i < N - 1; i++) {
        m[i + 1][i] = i;
        *(*m + i * N + (N - 1 - i)) = i * 2;
    }
    for (int i = 0; i < N - 1; i++) {
        expected[i + 1][i] = i;
        expected[i][N - 1 - i] = i * 2;
    }
    same();
#pragma acc kernels
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            (&m[0][0])[i * N + j] = m[i - 1][N - 1 - j] + 1;
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            expected[i][j] = expected[i - 1][N - 1 - j] + 1;
    same();
    /* All elements, in parallel. */
#pragma acc kernels
    for (int i = 0; i < N * N; i++)
        *(&m[0][0] + i) *= 2;
    for (int i = 0; i < N * N; i++)
        expected[i / N][i % N] *= 2;
    same();
    double s = 0, t = 0;
    double(*rows)[N] = m;
#pragma acc kernels copyin(rows[0:N])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += (&rows[0][0])[i * N + j];
    for (int i = 0; i < N * N; i++)
        t += m[i / N][i % N];
    CHECK(s == t);
#pragma acc kernels
    for (int j = 0; j < N; j++)
        *(*m + j) = *(*(m + 1) + j) + m[2][j];
    for (int j = 0; j < N; j++)
        expected[0][j] = expected[1][j] + expected[2][j];
    same();
    return CHECKED();
}
