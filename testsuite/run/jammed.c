// Loops in order inside parallel ones, of which each iteration waits for the one before: the host's cores run several iterations of the parallel loop
// together, a SIMD lane for each. Systems of three diagonals along rows and along columns, filters, polynomials, steps of a motion. What goes another
// way in each iteration stays as it is.
// run: -O2 -ffp-contract=off
// report: the host's cores run 8 iterations of i together, on SIMD lanes, through the sequential loops in it
// report: the host's cores run 16 iterations of c together, on SIMD lanes, through the sequential loops in it
// expect: device in_order=0
// expect: multicore in_order=0
#include "check.h"
#include <stdlib.h>
#include <string.h>

#define ACC PRAGMA(acc kernels)
#define PLAIN

enum { N = 67, M = 41 };

/* Systems of three diagonals, one a column: neighbouring lanes are neighbours in memory. */
#define COLUMNS(DIRECTIVE, p, x)                                                                                 \
    DIRECTIVE                                                                                                    \
    for (int i = 1; i < n - 1; i++) {                                                                            \
        p[0][i] = 0.25;                                                                                          \
        x[0][i] /= 4;                                                                                            \
        for (int j = 1; j < m; j++) {                                                                            \
            double scale = 1 / (4 + p[j - 1][i]);                                                                \
            p[j][i] = -scale;                                                                                    \
            x[j][i] = (x[j][i] + x[j - 1][i]) * scale;                                                           \
        }                                                                                                        \
        for (int j = m - 2; j >= 0; j--)                                                                         \
            x[j][i] -= p[j][i] * x[j + 1][i];                                                                    \
    }

static void columns(int n, int m, double (*restrict p)[N], double (*restrict x)[N]) { COLUMNS(ACC, p, x) }
static void columns_plain(int n, int m, double (*restrict p)[N], double (*restrict x)[N]) { COLUMNS(PLAIN, p, x) }

/* The same, one a row, in variables from outside. */
#define ROWS(DIRECTIVE, p, x)                                                                                    \
    {                                                                                                            \
        int i, j;                                                                                                \
        double scale;                                                                                            \
        DIRECTIVE                                                                                                \
        for (i = n - 1; i >= 0; --i) {                                                                           \
            p[i][0] = 0.25;                                                                                      \
            for (j = 1; j < m; ++j) {                                                                            \
                scale = 1 / (4 + p[i][j - 1]);                                                                   \
                p[i][j] = -scale;                                                                                \
                x[i][j] = (x[i][j] + x[i][j - 1]) * scale;                                                       \
            }                                                                                                    \
            for (j = m - 2; j >= 0; --j)                                                                         \
                x[i][j] -= p[i][j] * x[i][j + 1];                                                                \
        }                                                                                                        \
    }

static double p[N][N], x[N][N], q[N][N], y[N][N];
static void rows(int n, int m) ROWS(ACC, p, x)
static void rows_plain(int n, int m) ROWS(PLAIN, q, y)

/* A filter over the samples of each channel, which lie beside each other; in single precision, with its state in scalars. */
#define FILTER(DIRECTIVE, to)                                                                                    \
    DIRECTIVE                                                                                                    \
    for (int c = 0; c < n; c++) {                                                                                \
        float before = 0, last = 0;                                                                              \
        for (int t = 0; t < m; t++) {                                                                            \
            float now = 0.5f * from[t * n + c] + 0.75f * before - 0.125f * last;                                 \
            last = before;                                                                                       \
            before = now;                                                                                        \
            to[t * n + c] = now;                                                                                 \
        }                                                                                                        \
    }

static void filter(int n, int m, const float *restrict from, float *restrict to) { FILTER(ACC, to) }
static void filter_plain(int n, int m, const float *restrict from, float *restrict to) { FILTER(PLAIN, to) }

/* Whether they overlap is asked. */
static void filter_asked(int n, int m, const float *from, float *to) { FILTER(ACC, to) }

/* A polynomial for each point, and steps of a motion for each particle in a struct. */
struct particles {
    double at[N], speed[N];
};

#define MOTION(DIRECTIVE, s)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++) {                                                                                \
        double a = s.at[i], v = s.speed[i];                                                                      \
        for (int t = 0; t < m; t++) {                                                                            \
            v -= 0.01 * a;                                                                                       \
            a += 0.01 * v;                                                                                       \
        }                                                                                                        \
        double sum = 0;                                                                                          \
        for (int k = M - 1; k >= 0; k--)                                                                         \
            sum = sum * a + weights[k];                                                                          \
        s.at[i] = a + sum * 0x1p-60;                                                                             \
        s.speed[i] = v;                                                                                          \
    }

static double weights[M];
static struct particles one, other;
static void motion(int n, int m) { MOTION(ACC, one) }
static void motion_plain(int n, int m) { MOTION(PLAIN, other) }

/* Rows of different lengths. */
#define TRIANGLE(DIRECTIVE, x)                                                                                   \
    DIRECTIVE                                                                                                    \
    for (int i = 0; i < n; i++)                                                                                  \
        for (int j = 1; j <= i; j++)                                                                             \
            x[i][j] = x[i][j] * 0.5 + x[i][j - 1];

static void triangle(int n) { TRIANGLE(ACC, x) }
static void triangle_plain(int n) { TRIANGLE(PLAIN, y) }

static void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] = y[i][j] = (i * 7 + j * 5) % 11, p[i][j] = q[i][j] = 0;
}

int main(void)
{
    static float from[N * M], to[N * M], wanted[N * M];
    for (int i = 0; i < M; i++)
        weights[i] = (i * 3 % 7 - 3) * 0.125;
    /* As many lanes as there are, one more, one fewer, few and none. */
    const int sizes[] = {0, 1, 2, 7, 8, 9, 10, 15, 16, 17, 33, N};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k], m = k % 3 ? M : 2;
        fill();
        columns(n, m, p, x);
        columns_plain(n, m, q, y);
        CHECK(!memcmp(x, y, sizeof x) && !memcmp(p, q, sizeof p));
        fill();
        rows(n, m);
        rows_plain(n, m);
        CHECK(!memcmp(x, y, sizeof x) && !memcmp(p, q, sizeof p));
        triangle(n);
        triangle_plain(n);
        CHECK(!memcmp(x, y, sizeof x));
        for (int i = 0; i < N * M; i++)
            from[i] = i * 13 % 31, to[i] = wanted[i] = 1;
        filter(n, m, from, to);
        filter_plain(n, m, from, wanted);
        CHECK(!memcmp(to, wanted, sizeof to));
        memcpy(wanted, from, sizeof from);
        filter_asked(n, m, from, to);
        filter_plain(n, m, wanted, from);
        CHECK(!memcmp(to, from, sizeof(float) * n * m));
        for (int i = 0; i < N; i++)
            one.at[i] = other.at[i] = i * 0.125, one.speed[i] = other.speed[i] = 1;
        motion(n, m);
        motion_plain(n, m);
        CHECK(!memcmp(&one, &other, sizeof one));
    }
    return CHECKED();
}
