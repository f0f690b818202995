// Steps over blocks of planes, on the host's cores: tiles along planes and along their rows, so that a tile's part of a plane stays in the cache. With
// edges of planes and of rows between the sweeps, in flat memory, in place, and with rows that depend on each other.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3 ACCRS_TILES=3x4x5
// expect: multicore host_kernels=6 in_tiles=6
// report: the host's cores run it in tiles of t, of i + 2*t, i + 2*t + 1 and of j + 2*t, j + 2*t + 1, wavefront by wavefront
// report: the host's cores run it in tiles of s, of x + 2*s, x + 2*s + 1 and of y + 2*s, y + 2*s + 1, wavefront by wavefront
// report: the host's cores run it in tiles of t, of i + t and of j + t, wavefront by wavefront
// report: the host's cores run it in tiles of t and of i + t, wavefront by wavefront
// report: the host's cores run it in tiles of k, of i and of j, wavefront by wavefront
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { L = 13, M = 17, N = 19 };

typedef double block[L][M][N];
static block u, v, p, q;

static void fill(block b, int k)
{
    for (int i = 0; i < L; i++)
        for (int j = 0; j < M; j++)
            for (int l = 0; l < N; l++)
                b[i][j][l] = (i * 7 + j * 3 + l * 5 + k) % 11;
}

/* Heat, with a plane, a row of each plane, and a column of each row set between the sweeps. */
#define HEAT(DIRECTIVE, u, v)                                                                                                        \
    DIRECTIVE                                                                                                                        \
    for (int t = 0; t < steps; t++) {                                                                                                \
        for (int i = 1; i < L - 1; i++)                                                                                              \
            for (int j = 1; j < M - 1; j++)                                                                                          \
                for (int k = 1; k < N - 1; k++)                                                                                      \
                    v[i][j][k] = u[i][j][k] + 0.125 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k]             \
                                                       + u[i][j][k - 1] + u[i][j][k + 1] - 6 * u[i][j][k]);                          \
        for (int j = 0; j < M; j++)                                                                                                  \
            for (int k = 0; k < N; k++)                                                                                              \
                v[0][j][k] = v[1][j][k] + t;                                                                                         \
        for (int i = 0; i < L; i++)                                                                                                  \
            for (int k = 0; k < N; k++)                                                                                              \
                v[i][M - 1][k] = v[i][M - 2][k];                                                                                     \
        for (int i = 0; i < L; i++)                                                                                                  \
            for (int j = 0; j < M; j++)                                                                                              \
                v[i][j][0] = v[i][j][1] - t;                                                                                         \
        for (int i = 0; i < L; i++)                                                                                                  \
            for (int j = 0; j < M; j++)                                                                                              \
                for (int k = 0; k < N; k++)                                                                                          \
                    u[i][j][k] = v[i][j][k];                                                                                         \
    }

static void heat(int steps)
{
    HEAT(_Pragma("acc kernels"), u, v)
}

static void heat_plain(int steps)
{
    HEAT(, p, q)
}

/* Flat memory, with older C's counters and a scalar of each element. */
#define AT(b, x, y, z) b[((x) * m + (y)) * n + (z)]
#define FLAT(DIRECTIVE, a, b)                                                                         \
    DIRECTIVE                                                                                         \
    for (s = 0; s < steps; s++) {                                                                     \
        for (x = 1; x < l - 1; x++)                                                                   \
            for (y = 1; y < m - 1; y++)                                                               \
                for (z = 0; z < n; z++) {                                                             \
                    mean = 0.25f * (AT(a, x - 1, y, z) + AT(a, x + 1, y, z) + AT(a, x, y - 1, z) + AT(a, x, y + 1, z)); \
                    AT(b, x, y, z) = mean + 1;                                                        \
                }                                                                                     \
        for (x = 1; x < l - 1; x++)                                                                   \
            for (y = 1; y < m - 1; y++)                                                               \
                for (z = 0; z < n; z++)                                                               \
                    AT(a, x, y, z) = AT(b, x, y, z);                                                  \
    }

static void flat(int l, int m, int n, int steps, float (*restrict a), float (*restrict b))
{
    int s, x, y, z;
    float mean;
    FLAT(_Pragma("acc kernels"), a, b)
}

static void flat_plain(int l, int m, int n, int steps, float *a, float *b)
{
    int s, x, y, z;
    float mean;
    FLAT(, a, b)
}

/* In place: rows of a plane follow from those before, in the same step. With a row between that looks the other way, there are no parts of columns. */
#define IN_PLACE(DIRECTIVE, u, AHEAD)                                                                 \
    DIRECTIVE                                                                                         \
    for (int t = 0; t < steps; t++)                                                                   \
        for (int i = 1; i < L - 1; i++)                                                               \
            for (int j = 1; j < M - 1; j++)                                                           \
                for (int k = 0; k < N; k++)                                                           \
                    u[i][j][k] = 0.25 * (u[i - 1][j + (AHEAD)][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k]);

static void in_place(int steps)
{
    IN_PLACE(_Pragma("acc kernels"), u, 0)
}

static void turned(int steps)
{
    IN_PLACE(_Pragma("acc kernels"), u, 1)
}

static void in_place_plain(int steps)
{
    IN_PLACE(, p, 0)
}

static void turned_plain(int steps)
{
    IN_PLACE(, p, 1)
}

/* Elimination: the part of the matrix that is left gets smaller from step to step. */
static long a[M][M], b[M][M];

#define ELIMINATE(DIRECTIVE, a)                                                                       \
    DIRECTIVE                                                                                         \
    for (int k = 0; k < M; k++) {                                                                     \
        for (int i = k + 1; i < M; i++)                                                               \
            a[i][k] ^= a[k][k];                                                                       \
        for (int i = k + 1; i < M; i++)                                                               \
            for (int j = k + 1; j < M; j++)                                                           \
                a[i][j] -= a[i][k] * a[k][j] & 1023;                                                  \
    }

static void eliminate(void)
{
    ELIMINATE(_Pragma("acc kernels"), a)
}

static void eliminate_plain(void)
{
    ELIMINATE(, b)
}

/* A line before the plane, whose loop has the name of the plane's columns. */
#define LINE(DIRECTIVE, a)                                                                            \
    DIRECTIVE                                                                                         \
    for (int k = 1; k < M; k++) {                                                                     \
        for (int j = 2; j < M; j++)                                                                   \
            a[M - 1][j] = (a[M - 1][j] + k) & 1023;                                                   \
        for (int i = 3; i < M; i++)                                                                   \
            for (int j = 2; j < M; j++)                                                               \
                a[i][j] = (a[i][j] - a[i - 1][j - 1]) & 1023;                                         \
    }

static void line(void)
{
    LINE(_Pragma("acc kernels"), a)
}

static void line_plain(void)
{
    LINE(, b)
}

int main(void)
{
    fill(u, 1), fill(v, 2), fill(p, 1), fill(q, 2);
    heat(8);
    heat_plain(8);
    CHECK(!memcmp(u, p, sizeof u) && !memcmp(v, q, sizeof v));

    int size = L * M * N;
    float *c[4];
    for (int i = 0; i < 4; i++) {
        c[i] = malloc(size * sizeof(float));
        for (int k = 0; k < size; k++)
            c[i][k] = (k * 7 + i % 2) % 13;
    }
    flat(L, M, N, 7, c[0], c[1]);
    flat_plain(L, M, N, 7, c[2], c[3]);
    CHECK(!memcmp(c[0], c[2], size * sizeof(float)) && !memcmp(c[1], c[3], size * sizeof(float)));
    for (int i = 0; i < 4; i++)
        free(c[i]);

    in_place(6);
    in_place_plain(6);
    CHECK(!memcmp(u, p, sizeof u));
    turned(6);
    turned_plain(6);
    CHECK(!memcmp(u, p, sizeof u));

    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = b[i][j] = i * 31 + j * 17 + 1;
    eliminate();
    eliminate_plain();
    CHECK(!memcmp(a, b, sizeof a));
    line();
    line_plain();
    CHECK(!memcmp(a, b, sizeof a));
    return CHECKED();
}
