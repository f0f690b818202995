// What cache names is in shared memory: arrays in two and three dimensions, of variable length, behind pointers, filters with their own loops.
// expect: device kernels=15
// report: with 34 by 34 elements of a in shared memory, as cache asks
// report: with 3 by 34 by 34 elements of v in shared memory, as cache asks
// report: with 260 elements of x in shared memory, as cache asks
// report: 5 elements of w in shared memory, as cache asks
// report: with 36 by 36 elements of g, 5 by 5 elements of weights in shared memory, as cache asks
// report: with 34 by 32 elements of from in shared memory, as cache asks
// report: with 32 by 33 elements of turned in shared memory, as cache asks
// report: in tiles of 8 iterations of i by 64 of j, with 10 by 66 elements of a in shared memory, as cache asks
// report: in tiles of 512 iterations of i, with 514 elements of x in shared memory, as cache asks
// report: cache has no effect: the nest writes an array that cache names
// report: cache has no effect: an element that cache names isn't read in each iteration
// report: cache has no effect: the mapping isn't the compiler's to choose
// report: cache has no effect: no element is read twice in a tile
#include "check.h"
#include <stdlib.h>
enum { N = 301, M = 263, L = 9000, D = 37 };
static float a[N][M], b[N][M], turned[M][N];
static double v[D][N][M], w3[D][N][M];

static float at(int i, int j)
{
    return (float)((i * 7 + j * 13) % 29);
}

static float around(int i, int j)
{
    return at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1);
}

static void flat(void)
{
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++) {
#pragma acc cache(a[i - 1:3][j - 1:3])
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == (i && j && i < N - 1 && j < M - 1 ? around(i, j) : 0));
}

static void block(void)
{
#pragma acc parallel loop gang collapse(3) copyin(v) copy(w3)
    for (int k = 1; k <= D - 2; k++)
        for (int i = 1; i <= N - 2; i++)
            for (int j = 2; j <= M - 2; j++) {
#pragma acc cache(readonly: v[k - 1:3][i - 1:3][j - 1:3])
                w3[k][i][j] = v[k - 1][i][j] + v[k + 1][i][j] + v[k][i - 1][j] + v[k][i + 1][j] + v[k][i][j - 1] + v[k][i][j + 1];
            }
    for (int k = 0; k < D; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                int inside = k && i && j > 1 && k < D - 1 && i < N - 1 && j < M - 1;
                CHECK(w3[k][i][j] == (inside ? 100.0 * 2 * k + around(i, j) + 2 * at(i, j) + 4 * 100.0 * k : 0));
            }
}

static void line(int n, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop copyin(x[0:n]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double t = 0;
#pragma acc cache(x[i:5])
        t += i < n - 4 ? 1 : 0;
        y[i] = t;
    }
#pragma acc parallel loop gang vector copyin(x[0:n]) copy(y[0:n])
    for (size_t i = 2; i < (size_t)n - 2; i++) {
#pragma acc cache(x[i - 2:5])
        double t = x[i - 2] + x[i + 2];
        t -= 2 * x[i];
        y[i] += t;
    }
    for (int i = 0; i < n; i++) {
        double more = i > 1 && i < n - 2 ? x[i - 2] + x[i + 2] - 2 * x[i] : 0;
        CHECK(y[i] == (i < n - 4) + more);
    }
}

static void filter(int n, const double *restrict x, double *restrict y, const double *restrict w)
{
#pragma acc parallel loop copyin(x[0:n], w[0:5]) copy(y[0:n])
    for (int i = 2; i < n - 2; i++) {
#pragma acc cache(x[i - 2:5], w[0:5])
        double t = 0;
        for (int k = -2; k <= 2; k++)
            t += x[i + k] * w[k + 2];
        y[i] = t;
    }
    for (int i = 2; i < n - 2; i++) {
        double t = 0;
        for (int k = -2; k <= 2; k++)
            t += x[i + k] * w[k + 2];
        CHECK(y[i] == t);
    }
}

// Counters as C89 has them.
static void counters(int n, const double *restrict x, double *restrict y, const double *restrict w)
{
    int i, k;
#pragma acc kernels copyin(x[0:n], w[0:5]) copy(y[0:n])
    for (i = 2; i < n - 2; i++) {
#pragma acc cache(x[i - 2:5])
        double t = 0;
        for (k = -2; k <= 2; k++)
            t += x[i + k] * w[k + 2];
        y[i] -= t;
    }
    for (i = 2; i < n - 2; i++)
        CHECK(y[i] == 0);
}

static void image(int n, int m, short g[n][m], int out[n][m])
{
    int weights[5][5];
    for (int k = 0; k < 25; k++)
        weights[k / 5][k % 5] = k % 7 - 2;
#pragma acc kernels copyin(g[0:n][0:m], weights) copy(out[0:n][0:m])
#pragma acc loop independent
    for (int i = 2; i < n - 2; i++)
#pragma acc loop independent
        for (int j = 2; j < m - 2; j++) {
#pragma acc cache(g[i - 2:5][j - 2:5], weights)
            int sum = 0;
            for (int k = 0; k < 5; k++)
                for (int l = -2; l < 3; l++)
                    sum += g[i + k - 2][j + l] * weights[k][l + 2];
            if (sum < 0)
                sum = -sum;
            out[i][j] = sum;
        }
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < m - 2; j++) {
            int sum = 0;
            for (int k = 0; k < 5; k++)
                for (int l = -2; l < 3; l++)
                    sum += g[i + k - 2][j + l] * weights[k][l + 2];
            CHECK(out[i][j] == abs(sum));
        }
}

static void across(int off, float (*restrict from)[M])
{
    /* Columns of the copy are rows of the tile; and a number that the compiler doesn't know. */
#pragma acc parallel loop copyout(turned) copyin(from[0:N])
    for (int j = 0; j < M; j++)
        for (int i = 1; i < N - 1 - off; i++) {
#pragma acc cache(from[i - 1:3][j])
            turned[j][i] = from[i + off - 1][j] + from[i + off + 1][j];
        }
#pragma acc parallel loop copyin(turned) copy(b)
    for (int i = 1; i < N - 4; i++)
        for (int j = 0; j < M; j++) {
#pragma acc cache(turned[j][i - 1:3])
            b[i][j] = turned[j][i - 1 + 1] + turned[j][i + 1];
        }
    for (int i = 1; i < N - 5; i++)
        for (int j = 0; j < M; j++)
            CHECK(b[i][j] == at(i + off - 1, j) + at(i + off + 1, j) + at(i + off, j) + at(i + off + 2, j));
}

/* Tiles of the program's own sizes. */
static void tiled(int n, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop tile(64, 8) copyin(a) copy(b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++) {
#pragma acc cache(a[i - 1:3][j - 1:3])
            b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
        }
#pragma acc parallel loop tile(512) copyin(x[0:n]) copy(y[0:n])
    for (int i = 1; i < n - 1; i++) {
#pragma acc cache(x[i - 1:3])
        y[i] = x[i - 1] - x[i + 1];
    }
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            CHECK(b[i][j] == around(i, j));
    for (int i = 1; i < n - 1; i++)
        CHECK(y[i] == x[i - 1] - x[i + 1]);
}

/* What can't be done, and is told. */
static void not(void)
{
#pragma acc parallel loop copy(a, b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++) {
#pragma acc cache(b[i][j])
            a[i][j] += b[i][j];
            b[i][j] = 0;
        }
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
#pragma acc cache(a[i:2][j])
            if (i < N - 1)
                b[i][j] = a[i + 1][j];
            b[i][j] += a[i][j];
        }
#pragma acc parallel loop vector_length(64) copyin(a) copy(b)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++) {
#pragma acc cache(a[i - 1:2][j])
            b[i][j] -= a[i - 1][j] + a[i][j];
        }
#pragma acc parallel loop copyin(a) copy(b)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
#pragma acc cache(a[i][j])
            b[i][j] -= a[i][j];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = at(i, j);
            for (int k = 0; k < D; k++)
                v[k][i][j] = 100 * k + at(i, j);
        }
    flat();
    block();
    double *x = malloc(L * sizeof *x), *y = calloc(L, sizeof *y), w[5] = {1, -2, 3, 5, -1};
    for (int i = 0; i < L; i++)
        x[i] = i * 17 % 101;
    line(L, x, y);
    filter(L, x, y, w);
    counters(L, x, y, w);
    tiled(L, x, y);
    free(x);
    free(y);
    short(*g)[M] = malloc(sizeof(short[N][M]));
    int(*out)[M] = malloc(sizeof(int[N][M]));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            g[i][j] = (short)((i * 5 + j * 3) % 17 - 8);
    image(N, M, g, out);
    free(g);
    free(out);
    across(3, a);
    not();
    float s = a[N / 2][M / 2] + b[N / 2][M / 2];
    CHECK(s == s);
    return CHECKED();
}
