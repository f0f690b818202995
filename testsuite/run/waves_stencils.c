// Steps over grids on the host's cores: tiles of several steps and rows, wavefront by wavefront, with edges between the sweeps.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3 ACCRS_TILES=3x5
// expect: multicore host_kernels=4 in_tiles=4
// report: the host's cores run it in tiles of t and of i + 2*t, i + 2*t + 1, wavefront by wavefront
// report: the host's cores run it in tiles of step and of x + 2*step, x + 2*step + 1, wavefront by wavefront
// report: the host's cores run it in tiles of t, of i + t and of j + t, wavefront by wavefront
// report: the host's cores run it in tiles of t, of i + t, i + t + 1 and of j + t, j + t + 1, wavefront by wavefront
#include "check.h"
#include <stdlib.h>
#include <string.h>

#define N 57

typedef double grid[N][N];
static grid u, v, w, p, q;

static void fill(grid g, int k)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = (i * 7 + j * 3 + k) % 11;
}

/* Heat with insulated edges. */
#define HEAT(DIRECTIVE, u, v)                                                                                       \
    DIRECTIVE                                                                                                       \
    for (int t = 0; t < steps; t++) {                                                                               \
        for (int i = 1; i < N - 1; i++)                                                                             \
            for (int j = 1; j < N - 1; j++)                                                                         \
                v[i][j] = u[i][j] + 0.125 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);  \
        for (int j = 0; j < N; j++)                                                                                 \
            v[0][j] = v[1][j];                                                                                      \
        for (int j = 0; j < N; j++)                                                                                 \
            v[N - 1][j] = v[N - 2][j];                                                                              \
        for (int i = 0; i < N; i++) {                                                                               \
            v[i][0] = v[i][1];                                                                                      \
            v[i][N - 1] = v[i][N - 2];                                                                              \
        }                                                                                                           \
        for (int i = 0; i < N; i++)                                                                                 \
            for (int j = 0; j < N; j++)                                                                             \
                u[i][j] = v[i][j];                                                                                  \
    }

static void heat(int steps)
{
    HEAT(_Pragma("acc kernels"), u, v)
}

static void heat_plain(int steps)
{
    HEAT(, p, q)
}

/* One dimension, in flat memory, with the scalars of older C. */
static void line(int n, int steps, float *restrict a, float *restrict b, int on)
{
    int x, step;
    float left, right;
    #pragma acc kernels if(on)
    for (step = 0; step < steps; step++) {
        for (x = 1; x <= n - 2; x++) {
            left = a[x - 1];
            right = a[x + 1];
            b[x] = 0.5f * (left + right);
        }
        for (x = 1; x <= n - 2; x++)
            a[x] = 0.25f * (b[x - 1] + 2 * b[x] + b[x + 1]);
    }
}

/* In place: no loop of it is parallel. */
static void in_place(grid g, int steps)
{
    #pragma acc kernels copy(g[0:N][0:N])
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                g[i][j] = (g[i - 1][j - 1] + g[i - 1][j] + g[i][j - 1] + g[i][j] + g[i][j + 1] + g[i + 1][j] + g[i + 1][j + 1]) / 7;
}

static void in_place_plain(grid g, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                g[i][j] = (g[i - 1][j - 1] + g[i - 1][j] + g[i][j - 1] + g[i][j] + g[i][j + 1] + g[i + 1][j] + g[i + 1][j + 1]) / 7;
}

/* Fields that depend on each other, and a source in the first row. */
#define FIELDS(DIRECTIVE, ex, ey, hz)                        \
    DIRECTIVE                                                \
    for (int t = 0; t < steps; t++) {                        \
        for (int j = 0; j < N; j++)                          \
            ey[0][j] = t;                                    \
        for (int i = 1; i < N; i++)                          \
            for (int j = 0; j < N; j++)                      \
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]); \
        for (int i = 0; i < N; i++)                          \
            for (int j = 1; j < N; j++)                      \
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]); \
        for (int i = 0; i < N - 1; i++)                      \
            for (int j = 0; j < N - 1; j++)                  \
                hz[i][j] -= 0.75 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]); \
    }

static void fields(int steps, grid ex, grid ey, grid hz)
{
    FIELDS(_Pragma("acc kernels copy(ex[0:N][0:N], ey[0:N][0:N], hz[0:N][0:N])"), ex, ey, hz)
}

static grid ex, ey, hz;

int main(void)
{
    fill(u, 1), fill(p, 1), fill(v, 2), fill(q, 2);
    heat(23);
    heat_plain(23);
    CHECK(!memcmp(u, p, sizeof u) && !memcmp(v, q, sizeof v));

    enum { L = 301 };
    static float a[L], b[L], c[L], d[L];
    for (int i = 0; i < L; i++)
        a[i] = c[i] = i % 13, b[i] = d[i] = 0;
    line(L, 31, a, b, 1);
    for (int t = 0; t < 31; t++) {
        for (int i = 1; i < L - 1; i++)
            d[i] = 0.5f * (c[i - 1] + c[i + 1]);
        for (int i = 1; i < L - 1; i++)
            c[i] = 0.25f * (d[i - 1] + 2 * d[i] + d[i + 1]);
    }
    CHECK(!memcmp(a, c, sizeof a) && !memcmp(b, d, sizeof b));

    fill(w, 3), fill(p, 3);
    in_place(w, 17);
    in_place_plain(p, 17);
    CHECK(!memcmp(w, p, sizeof w));

    fill(u, 4), fill(v, 5), fill(w, 6);
    memcpy(ex, u, sizeof u), memcpy(ey, v, sizeof v), memcpy(hz, w, sizeof w);
    fields(19, u, v, w);
    int steps = 19;
    FIELDS(, ex, ey, hz)
    CHECK(!memcmp(u, ex, sizeof u) && !memcmp(v, ey, sizeof v) && !memcmp(w, hz, sizeof w));
    return CHECKED();
}
