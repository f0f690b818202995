// Waves whose pointers may overlap: where they do, one thread runs the loops in order, with the result that they have in C.
// run: -O2 -ffp-contract=off
// launch: wavefronts_overlap_sweep_19 grid=1x1x1 block=256x1x1
// launch: wavefronts_overlap_sweep_19_in_order grid=1x1x1 block=1x1x1
// launch: wavefronts_overlap_steps_27 device=nvidia:0 grid=2x10x1 block=32x4x1
// expect: device in_order=14
// expect: multicore in_order>=3
#include "check.h"
#include <string.h>

enum { N = 40 };
static double x[3 * N * N], y[3 * N * N], u[N][N], v[N][N], w[N][N];

#define ACC(x) PRAGMA(acc x)

static void sweep(int n, double *a, const double *b)
{
    ACC(kernels)
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i * n + j] = 0.5 * (a[(i - 1) * n + j] + a[i * n + j - 1]) + b[i * n + j];
}

static void steps(int n, double *a, double *b)
{
    ACC(kernels)
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = b[i * n + j - 1] - b[i * n + j + 1];
    }
}

/* Devices run this as two loops, both of which ask for what each rests on. */
static void beside(int n, double (*a)[N], double (*b)[N], double (*c)[N], double (*d)[N])
{
    ACC(kernels)
    for (int i = 1; i < n; i++) {
        for (int j = 1; j < n; j++)
            a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + b[i][j];
        for (int j = 0; j < n; j++)
            c[i][j] += 3 * d[i][j];
    }
}

static void plain_sweep(int n, double *a, const double *b)
{
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i * n + j] = 0.5 * (a[(i - 1) * n + j] + a[i * n + j - 1]) + b[i * n + j];
}

static void plain_steps(int n, double *a, double *b)
{
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i * n + j] = b[i * n + j - 1] - b[i * n + j + 1];
    }
}

static void plain_beside(int n, double (*a)[N], double (*b)[N], double (*c)[N], double (*d)[N])
{
    for (int i = 1; i < n; i++) {
        for (int j = 1; j < n; j++)
            a[i][j] = 0.5 * (a[i - 1][j] + a[i][j - 1]) + b[i][j];
        for (int j = 0; j < n; j++)
            c[i][j] += 3 * d[i][j];
    }
}

int main(void)
{
    for (int k = 0; k < 3 * N * N; k++)
        x[k] = y[k] = k % 13;
    sweep(N, x, x + N * N);
    plain_sweep(N, y, y + N * N);
    sweep(N, x, x + 3);
    plain_sweep(N, y, y + 3);
    steps(N, x, x + N * N);
    plain_steps(N, y, y + N * N);
    steps(N, x, x + 1);
    plain_steps(N, y, y + 1);
    CHECK(!memcmp(x, y, sizeof x));
    for (int k = 0; k < N * N; k++)
        w[k / N][k % N] = k % 7;
    static const int from[] = {N * N, N + 3, 3};
    for (int k = 0; k < 3; k++) {
        beside(N - 1, (double (*)[N])x, (double (*)[N])(x + from[k]), u, w);
        plain_beside(N - 1, (double (*)[N])y, (double (*)[N])(y + from[k]), v, w);
    }
    CHECK(!memcmp(x, y, sizeof x) && !memcmp(u, v, sizeof u));
    return CHECKED();
}
