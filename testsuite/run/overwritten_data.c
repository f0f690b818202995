// What a construct overwrites wholly before it reads any of it isn't brought to the device, and what the host doesn't read behind isn't brought
// back. What may keep a value is.
// expect: device kernels=12 uploads=11 upload_bytes=66792 downloads=11 download_bytes=37992
#include "check.h"
#include <math.h>
#include <stdlib.h>

enum { N = 96, M = 40 };

static float spot[N], strike[N], years[N], call[N], put[N];
static double a[N][M], b[N][M];

static float normal(float d)
{
    return 0.5f * erfcf(-d * 0.70710678f);
}
#pragma acc routine(normal) seq

// Three arrays in, two out.
static void options(float rate, float sigma)
{
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        float d = (logf(spot[i] / strike[i]) + (rate + 0.5f * sigma * sigma) * years[i]) / (sigma * sqrtf(years[i]));
        float e = d - sigma * sqrtf(years[i]);
        call[i] = spot[i] * normal(d) - strike[i] * expf(-rate * years[i]) * normal(e);
        put[i] = call[i] - spot[i] + strike[i] * expf(-rate * years[i]);
    }
}

// One in, one out: both halves of y, which has two writes.
static void halves(int n, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
        y[2 * i] = x[i];
        y[2 * i + 1] = -x[i];
    }
}

// One out: read behind what was written, in the iteration and in a loop behind.
static void table(int n, double *restrict y)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            y[i] = i;
        for (int i = 0; i < n; i++)
            y[i] = y[i] * y[n - 1 - i];
    }
}

// Nothing in, one out: a table that nobody reads behind.
static void scratch(int n, double *restrict y)
{
    double w[M];
#pragma acc kernels
    {
        for (int j = 0; j < M; j++)
            w[j] = 3 * j;
        for (int i = 0; i < n; i++)
            y[i] = w[i % M] + 1;
    }
}

// A border that stays, an element that stays, an order that reads first, a condition, a loop that may end early: all come and go.
static void kept(int n, int flag, double *restrict y, double *restrict z, double *restrict u, double *restrict v, double *restrict w)
{
#pragma acc kernels
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            b[i][j] = a[i - 1][j] + a[i + 1][j];
#pragma acc kernels
    for (int i = 0; i < n / 2; i++)
        y[2 * i] = i;
#pragma acc kernels
    for (int i = 0; i < n - 1; i++)
        z[i] = z[i + 1];
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (flag || i % 3 == 1)
            u[i] = i;
#pragma acc kernels copy(v[0:n])
    for (int i = 0; i < n; i++) {
        if (v[i] < 0)
            break;
        v[i] = i;
    }
#pragma acc parallel loop
    for (int i = 0; i < n; i++) {
#pragma acc atomic write
        w[i / 2] = i / 2;
    }
}

int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(2 * N * sizeof *y);
    double z[N], u[N], v[N], w[N];
    for (int i = 0; i < N; i++) {
        spot[i] = 90 + i % 20;
        strike[i] = 100;
        years[i] = 1 + i % 3;
        x[i] = i % 7;
        call[i] = put[i] = -1;
    }
    options(0.02f, 0.3f);
    for (int i = 0; i < N; i++)
        CHECK(call[i] > 0 && fabsf(call[i] - put[i] - spot[i] + strike[i] * expf(-0.02f * years[i])) < 1e-4f);
    halves(N, x, y);
    for (int i = 0; i < N; i++)
        CHECK(y[2 * i] == x[i] && y[2 * i + 1] == -x[i]);
    table(N, y);
    for (int i = 0; i < N; i++) {
        // The first half is written before the second reads it.
        double other = i < N / 2 ? N - 1 - i : (double)(N - 1 - i) * i;
        CHECK(y[i] == i * other);
    }
    scratch(N, y);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 3 * (i % M) + 1);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = i + j;
            b[i][j] = -5;
        }
    for (int i = 0; i < N; i++)
        y[i] = z[i] = u[i] = w[i] = 100 + i;
    for (int i = 0; i < N; i++)
        v[i] = i == 50 ? -7 : 1;
    kept(N, 0, y, z, u, v, w);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int inside = i > 0 && j > 0 && i < N - 1 && j < M - 1;
            CHECK(b[i][j] == (inside ? 2 * i + 2 * j : -5));
        }
    for (int i = 0; i < N; i++) {
        CHECK(y[i] == (i % 2 ? 100 + i : i / 2));
        CHECK(z[i] == (i < N - 1 ? 101 + i : 100 + i));
        CHECK(u[i] == (i % 3 == 1 ? i : 100 + i));
        CHECK(v[i] == (i < 50 ? i : i == 50 ? -7 : 1));
        CHECK(w[i] == (i < N / 2 ? i : 100 + i));
    }
    free(x);
    free(y);
    return CHECKED();
}
