// Two names for one array, of which each iteration touches elements of its own only: stores by one name and later loads by the other meet in one
// iteration. Host compilers load and store neighbouring elements of SIMD lanes together, so such loops aren't theirs to reorder.
// expect: device kernels=6
// expect: multicore host_kernels=6
#include "check.h"
#include <string.h>

enum { N = 48 };
struct cell { double u, v, w; };

static void quads(int n, double *a, double *b)
{
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; i++) {
        double t = 1, u = 2;
        u = t + a[4 * i + 0] + a[4 * i + 1] + a[4 * i + 2];
        b[4 * i + 0] = t + u;
        t = t + a[4 * i + 0] + a[4 * i + 2] + a[4 * i + 3];
        b[4 * i + 1] = t - u;
    }
}

static void quads_in_order(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        double t = 1, u = 2;
        u = t + a[4 * i + 0] + a[4 * i + 1] + a[4 * i + 2];
        b[4 * i + 0] = t + u;
        t = t + a[4 * i + 0] + a[4 * i + 2] + a[4 * i + 3];
        b[4 * i + 1] = t - u;
    }
}

/* In place: the second statement reads what the first one has stored. */
static void turned(int n, const float *from, float *to)
{
#pragma acc parallel loop present(from, to)
    for (int i = 0; i < n; i++) {
        to[2 * i] = from[2 * i] * 2 + from[2 * i + 1];
        to[2 * i + 1] = from[2 * i] - from[2 * i + 1];
    }
}

static void cells(int n, struct cell *p, struct cell *q)
{
#pragma acc parallel loop present(p, q)
    for (int i = 0; i < n; i++) {
        q[i].u = p[i].v + p[i].w;
        q[i].v = p[i].u * 2;
        q[i].w = p[i].u + p[i].v;
    }
}

static void planes(int n, int (*x)[3], int (*y)[3])
{
#pragma acc parallel loop present(x, y)
    for (int i = 0; i < n; i++) {
        y[i][0] = x[i][1] + 1;
        y[i][1] = x[i][0] + x[i][2];
        y[i][2] = x[i][1] - x[i][0];
    }
}

/* One name, but an offset that may be 0. */
static void offset(int n, int o, long *a)
{
#pragma acc parallel loop present(a)
    for (int i = 0; i < n; i++) {
        a[3 * i + o] = a[3 * i + 1] + 5;
        a[3 * i + 1 + o] = a[3 * i] * 2;
        a[3 * i + 2 + o] = a[3 * i + 1] - a[3 * i];
    }
}

/* Stores by two names: the last one stays. */
static void stores(int n, int *a, int *b)
{
#pragma acc parallel loop present(a, b)
    for (int i = 0; i < n; i++) {
        a[2 * i] = i;
        b[2 * i] = 10 * i;
        a[2 * i + 1] = i + 1;
        b[2 * i + 1] = 10 * i + 1;
    }
}

int main(void)
{
    static double d[4 * N], want[4 * N];
    static float f[2 * N], g[2 * N];
    static struct cell c[N], e[N];
    static int x[N][3], y[N][3], s[2 * N];
    static long a[3 * N], b[3 * N];
    for (int i = 0; i < 4 * N; i++)
        d[i] = want[i] = i % 11;
    for (int i = 0; i < 2 * N; i++)
        f[i] = g[i] = (float)(i % 7);
    for (int i = 0; i < N; i++) {
        c[i].u = e[i].u = i;
        c[i].v = e[i].v = 2 * i + 1;
        c[i].w = e[i].w = 3 - i;
        for (int k = 0; k < 3; k++) {
            x[i][k] = y[i][k] = i * k + 1;
            a[3 * i + k] = b[3 * i + k] = i * 5 - k;
        }
    }
    quads_in_order(N, want, want);
    for (int i = 0; i < N; i++) {
        g[2 * i] = g[2 * i] * 2 + g[2 * i + 1];
        g[2 * i + 1] = g[2 * i] - g[2 * i + 1];
        e[i].u = e[i].v + e[i].w;
        e[i].v = e[i].u * 2;
        e[i].w = e[i].u + e[i].v;
        y[i][0] = y[i][1] + 1;
        y[i][1] = y[i][0] + y[i][2];
        y[i][2] = y[i][1] - y[i][0];
        b[3 * i] = b[3 * i + 1] + 5;
        b[3 * i + 1] = b[3 * i] * 2;
        b[3 * i + 2] = b[3 * i + 1] - b[3 * i];
    }
#pragma acc data copy(d, f, c, x, a, s)
    {
        quads(N, d, d);
        turned(N, f, f);
        cells(N, c, c);
        planes(N, x, x);
        offset(N, 0, a);
        stores(N, s, s);
    }
    CHECK(memcmp(d, want, sizeof d) == 0);
    CHECK(memcmp(f, g, sizeof f) == 0);
    CHECK(memcmp(c, e, sizeof c) == 0);
    CHECK(memcmp(x, y, sizeof x) == 0);
    CHECK(memcmp(a, b, sizeof a) == 0);
    for (int i = 0; i < N; i++)
        CHECK(s[2 * i] == 10 * i && s[2 * i + 1] == 10 * i + 1);
    return CHECKED();
}
