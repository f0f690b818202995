// What comes to the device and goes back is what the construct needs and leaves, to the byte: by whole loops, in branches of conditions, in rows of all
// kinds, behind subscripts that nobody knows. The second half looks alike, and keeps values.
// expect: device kernels=25 uploads=26 upload_bytes=139224 downloads=23 download_bytes=121880
#include "check.h"
#include <stdlib.h>

enum { N = 64, M = 32 };
static double A[N][N], B[N][N], C[N][N];
static int key[N], bins[M];

// Two in, one out.
static void product(void)
{
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                C[i][j] = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    C[i][j] += A[i][k] * B[k][j];
    }
}

// One in, one out: bins that the keys choose are all empty before.
static void histogram(void)
{
#pragma acc kernels
    {
        for (int b = 0; b < M; b++)
            bins[b] = 0;
        for (int i = 0; i < N; i++)
            bins[key[i] % M]++;
    }
}

// One in, one out: nobody reads t behind, and the construct only what it has written.
static void relax(int n, double *restrict x)
{
    double t[N * M];
#pragma acc kernels
    {
        for (int i = 1; i < n - 1; i++)
            t[i] = (x[i - 1] + x[i + 1]) / 2;
        for (int i = 1; i < n - 1; i++)
            x[i] = t[i];
    }
}

// The same with memory that is given back: what the last construct leaves there stays on the device.
static double smooth(int n, const double *restrict x, double *restrict y)
{
    double *t = malloc(n * sizeof *t);
    if (!t || n < 1)
        return 0;
#pragma acc parallel loop
    for (int i = 1; i < n - 1; i++)
        t[i] = x[i - 1] + x[i + 1];
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            t[i] = 2 * x[i];
        for (int i = 0; i < n; i++)
            y[i] = t[i] + t[n - 1 - i];
    }
    free(t);
    return y[0];
}

// The same with a length that isn't known.
static void mirror(int n, const double *restrict x, double *restrict y)
{
    double t[n];
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            t[i] = x[i] * x[i];
        for (int i = 0; i < n; i++)
            y[i] = t[i] + t[n - 1 - i];
    }
}

// One in, one out each: rows as parameters, behind a pointer, by hand, planes by hand.
static void transpose(int n, int m, double x[restrict n][m], double y[restrict m][n])
{
#pragma acc parallel loop collapse(2)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            y[j][i] = x[i][j];
}

static void rows(int n, double (*restrict x)[M], double (*restrict y)[M])
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            y[i][j] = x[i][j] + 1;
}

static void flat(int n, int m, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i * m + j] = 2 * x[i * m + j];
}

static void planes(int l, int n, int m, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop
    for (int k = 0; k < l; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                y[(k * n + i) * m + j] = 3 * x[(k * n + i) * m + j];
}

// One in, one out: one of the branches is taken.
static void clipped(int n, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        if (x[i] > 40)
            y[i] = 40;
        else if (x[i] < 10) {
            if (x[i] < 5)
                y[i] = 5;
            else
                y[i] = 10;
        } else
            y[i] = x[i];
    }
}

static void branches_of_loops(int n, const double *restrict x, double (*restrict y)[M])
{
#pragma acc kernels
    for (int i = 0; i < n; i++) {
        if (x[i] > 3) {
            for (int j = 0; j < M; j++)
                y[i][j] = x[i];
        } else {
            for (int j = M - 1; j >= 0; j--)
                y[i][j] = -1;
        }
    }
}

// Values that stay: no branch for some, one behind another condition, a gap in rows, bins that aren't emptied, a length that was another.
static void kept(int n, int m, const double *restrict x, double *restrict u, double *restrict v, double *restrict w)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        if (x[i] > 40)
            u[i] = 40;
        else if (x[i] < 10)
            u[i] = 10;
    }
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        if (x[i] > 40) {
            if (x[i] < 50)
                v[i] = 1;
        } else
            v[i] = 2;
    }
#pragma acc parallel loop collapse(2)
    for (int i = 0; i < n / 8; i++)
        for (int j = 0; j < m - 1; j++)
            w[i * m + j] = i;
#pragma acc kernels
    {
        for (int b = 1; b < M; b++)
            bins[b] = 0;
        for (int i = 0; i < N; i++)
            bins[key[i] % M]++;
    }
}

// Nobody reads t behind, but the construct reads what the host has put there: it comes, and doesn't go back.
static void weighted(int n, const double *restrict x, double *restrict y)
{
    double t[N];
    for (int i = 0; i < N; i++)
        t[i] = i;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        t[i] += x[i];
        y[i] = t[i];
    }
}

// Memory to which something else leads, or that is read behind.
static double *handed_out;

static double shown(int n, const double *restrict x)
{
    double *t = malloc(n * sizeof *t), *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), *w = malloc(n * sizeof *w);
    if (!t || !u || !v || !w || n < 4)
        return 0;
    double *last = &u[n - 1];
    handed_out = v;
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        t[i] = x[i] + 1;
        u[i] = x[i] + 2;
        v[i] = x[i] + 3;
        w[i] = x[i] + 4;
    }
    double sum = t[1] + *last + handed_out[2];
    for (double *p = w; p < w + 2; p++)
        sum += *p;
    free(t);
    free(u);
    free(v);
    free(w);
    return sum;
}

static int lengths(int n)
{
    int t[n], m = n;
    for (int i = 0; i < n; i++)
        t[i] = 7;
    n /= 2;
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        t[i] = i;
    for (int i = 0; i < m; i++)
        if (t[i] != (i < n ? i : 7))
            return 0;
    return 1;
}

static void fill(double *x, int n, double from)
{
    for (int i = 0; i < n; i++)
        x[i] = from + i;
}

int main(void)
{
    double x[N], y[N], u[N], v[N], w[N];
    double *p = malloc(N * M * sizeof *p), *q = malloc(N * M * sizeof *q);
    if (!p || !q)
        return 1;
    for (int i = 0; i < N; i++) {
        key[i] = 3 * i;
        for (int j = 0; j < N; j++)
            A[i][j] = i + j, B[i][j] = i == j, C[i][j] = -1;
    }
    product();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK(C[i][j] == i + j);
    for (int b = 0; b < M; b++)
        bins[b] = 100;
    histogram();
    for (int b = 0; b < M; b++)
        CHECK(bins[b] == N / M);
    fill(x, N, 0);
    relax(N, x);
    CHECK(smooth(N, x, y) == 2 * (N - 1));
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 * (N - 1));
    mirror(N, x, y);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == i && y[i] == i * i + (N - 1 - i) * (N - 1 - i));

    fill(p, N * M, 0);
    fill(q, N * M, -5000);
    transpose(N, M, (double (*)[M])p, (double (*)[N])q);
    for (int i = 0; i < N * M; i++)
        CHECK(q[i] == i % N * M + i / N);
    rows(N, (double (*)[M])p, (double (*)[M])q);
    for (int i = 0; i < N * M; i++)
        CHECK(q[i] == i + 1);
    flat(N, M, p, q);
    for (int i = 0; i < N * M; i++)
        CHECK(q[i] == 2 * i);
    planes(4, N / 4, M, p, q);
    for (int i = 0; i < N * M; i++)
        CHECK(q[i] == 3 * i);
    /* The product of the bounds is positive, and there is no iteration. */
    flat(-2, -3, p, q);
    CHECK(q[1] == 3 && q[5] == 15);
    clipped(N, x, y);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == (i > 40 ? 40 : i < 5 ? 5 : i < 10 ? 10 : i));
    branches_of_loops(N, x, (double (*)[M])q);
    for (int i = 0; i < N * M; i++)
        CHECK(q[i] == (i / M > 3 ? i / M : -1));

    fill(u, N, 100);
    fill(v, N, 100);
    fill(w, N, 100);
    bins[0] = 1000;
    kept(N, 8, x, u, v, w);
    for (int i = 0; i < N; i++) {
        CHECK(u[i] == (i > 40 ? 40 : i < 10 ? 10 : 100 + i));
        CHECK(v[i] == (i <= 40 ? 2 : i < 50 ? 1 : 100 + i));
        CHECK(w[i] == (i % 8 < 7 ? i / 8 : 100 + i));
    }
    for (int b = 0; b < M; b++)
        CHECK(bins[b] == N / M + (b == 0 ? 1000 : 0));
    weighted(N, x, y);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2 * i);
    CHECK(shown(N, x) == 2 + N + 1 + 5 + 4 + 5);
    CHECK(lengths(N));
    free(p);
    free(q);
    return CHECKED();
}
