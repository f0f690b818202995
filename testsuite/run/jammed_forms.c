// Iterations that the host's cores run together, in all their forms: loops of the user's word, counters of other types, scalars of one name in two blocks, floats beside whole numbers,
// conditions, loops in order in each other; and such loops that they must leave alone.
// run: -O2 -ffp-contract=off
// expect: multicore host_kernels=23
// report: the host's cores run 8 iterations of i together, on SIMD lanes, through the sequential loops in it
// report: the host's cores run 16 iterations of i together, on SIMD lanes, through the sequential loops in it
#include "check.h"
#include <stddef.h>
#include <string.h>
enum { N = 67, M = 45 };
static double a[N][M], b[N][M], c[N][M], d[M][N], x[N], y[N];
static float f[M][N], g[N];
static int h[M][N];
static struct { double in[N][M]; double rate; } filter = { .rate = 0.5 };
static struct { double at, speed; int steps; } body[N];
static struct Kept { double a[N][M], b[N][M], c[N][M], d[M][N], x[N], y[N]; float f[M][N], g[N]; int h[M][N]; double at[N]; } want;

static void keep(struct Kept *k)
{
    memcpy(k->a, a, sizeof a);
    memcpy(k->b, b, sizeof b);
    memcpy(k->c, c, sizeof c);
    memcpy(k->d, d, sizeof d);
    memcpy(k->x, x, sizeof x);
    memcpy(k->y, y, sizeof y);
    memcpy(k->f, f, sizeof f);
    memcpy(k->g, g, sizeof g);
    memcpy(k->h, h, sizeof h);
    for (int i = 0; i < N; i++)
        k->at[i] = body[i].at;
}
static void start(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = 1 + i % 7 * 0.3;
        y[i] = i * 0.1;
        g[i] = i % 5 * 0.7f;
        body[i].at = i * 0.2;
        body[i].speed = 1 - i % 3;
        body[i].steps = 10 + i % 4;
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 3 + j) % 11 * 0.3 - 1;
            b[i][j] = (i + j * 7) % 13 * 0.1 + 2;
            c[i][j] = 0.5;
            d[j][i] = i + j;
            f[j][i] = (i * 5 + j) % 9 * 0.1f;
            h[j][i] = i * j;
            filter.in[i][j] = (i * j) % 17;
        }
    }
}
static int same(void)
{
    static struct Kept got;
    memset(&got, 0, sizeof got);
    keep(&got);
    return !memcmp(&got, &want, sizeof got);
}
/* The same statements as plain C, then in a construct. */
#define BOTH(directive, ...) \
    do { \
        start(); \
        __VA_ARGS__ \
        memset(&want, 0, sizeof want); \
        keep(&want); \
        start(); \
        _Pragma(#directive) __VA_ARGS__ \
        CHECK(same()); \
    } while (0)

/* For each row, Thomas's algorithm: so many rows that some, all or none are left over. */
static void systems(int n, int m)
{
    BOTH(acc parallel loop,
        for (int i = 0; i < n; i++) {
            c[i][0] = 0.1;
            for (int j = 1; j < m; j++) {
                double w = a[i][j] / (b[i][j - 1] + 2.5);
                c[i][j] = c[i][j - 1] * 0.5 - w * c[i][j - 1];
            }
            for (int j = m - 2; j >= 0; j--)
                c[i][j] = (c[i][j] - c[i][j + 1]) / b[i][j];
        });
}

/* Columns, by a counter that isn't an int, in C89's way. */
static void columns(size_t n, unsigned m)
{
    size_t i;
    unsigned j;
    BOTH(acc parallel loop private(j),
        for (i = 1; i <= n; i++)
            for (j = 1; j < m; j++)
                d[j][i] = d[j - 1][i] * 0.25 + d[j][i];);
}

/* Plain pointers, of which the user says that they don't overlap. */
static void pointers(int n, int m, double *to, const double *from)
{
    #pragma acc parallel loop
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            to[j * 64 + i] = to[(j - 1) * 64 + i] * 0.5 + from[j * 64 + i];
}

int main(void)
{
    int counts[] = { 0, 1, 7, 8, 9, 17, 64 };
    for (int k = 0; k < 7; k++) {
        systems(counts[k], M);
        columns(counts[k], M);
    }
    /* A counter that the iteration declares. */
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++) {
            int j;
            for (j = 1; j < M; j++)
                c[i][j] = c[i][j] * 0.5 - c[i][j - 1] * x[i];
        });
    /* Scalars that go on from element to element; two blocks have the same name for theirs. */
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++) {
            {
                double s = 0, r = x[i];
                for (int j = 0; j < M; j++) {
                    const double t = a[i][j] + 0.25 * s - 0.5 * r;
                    r = s;
                    s = t;
                    c[i][j] = t;
                }
                double u = s - r;
                x[i] = u;
            }
            {
                double s = 1;
                float u = 2;
                for (int j = 0; j < M; j++) {
                    s = s * 0.5 + b[i][j] / u;
                    b[i][j] = s;
                }
                y[i] = s;
            }
        });
    /* Floats, and whole numbers: 16 lanes. */
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++) {
            float s = g[i];
            int n = 3;
            for (int j = 1; j < M; j++) {
                n = (n * 5 + j) & 1023;
                s = s * 0.5f + f[j][i] + n;
                f[j][i] = s - f[j - 1][i];
                h[j][i] = n;
            }
            g[i] = s;
        });
    /* A condition around loops that is the same for all, one on data beside them, and a member. */
    int forwards = N > 3;
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++) {
            double rate = filter.rate;
            if (x[i] > 2) rate = 0.25;
            if (forwards) {
                for (int j = 1; j < M; j++)
                    c[i][j] = c[i][j - 1] * rate + filter.in[i][j] / 3;
            } else
                for (int j = M - 2; j >= 0; j--)
                    c[i][j] = c[i][j + 1] * rate + filter.in[i][j];
        });
    /* Loops in order in each other; a loop around that is parallel too. */
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++)
            for (int k = 0; k < 12; k++)
                for (int j = 1; j <= k; j++)
                    d[j][i] = d[j - 1][i] * 0.5 + d[j][i] / 3;);
    /* Left alone: each row's loop has an end of its own. */
    BOTH(acc parallel loop,
        for (int i = 0; i < N; i++)
            for (int t = 0; t < body[i].steps; t++) {
                body[i].speed -= body[i].at * 0.01;
                body[i].at += body[i].speed * 0.01;
            });
    BOTH(acc parallel loop,
        for (int i = 1; i < M; i++)
            for (int j = 1; j < i; j++)
                c[i][j] = c[i][j - 1] / 3 + a[i][j];);
    /* Left alone: the user's word for the loop in order. */
    start();
    #pragma acc parallel loop
    for (int i = 0; i < N; i++) {
        #pragma acc loop seq unroll(4)
        for (int j = 1; j < M; j++)
            d[j][i] = d[j - 1][i] / 3 + d[j][i];
    }
    CHECK(d[1][0] == 0.0 / 3 + 1);
    static double p[64 * 64 + 1], q[64 * 64 + 1], r[64 * 64 + 1];
    for (int i = 0; i <= 64 * 64; i++) {
        p[i] = q[i] = r[i] = i % 19;
    }
    pointers(50, 60, p, r);
    for (int i = 0; i < 50; i++)
        for (int j = 1; j < 60; j++)
            q[j * 64 + i] = q[(j - 1) * 64 + i] * 0.5 + r[j * 64 + i];
    CHECK(!memcmp(p, q, sizeof p));
    return CHECKED();
}
