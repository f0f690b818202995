// Loops in order whose iterations follow each other along lines of one direction: the host's cores share these lines, each in the program's order.
// run: -O2 -ffp-contract=off
// env: OMP_NUM_THREADS=3 ACCRS_TILES=3x5
// expect: multicore host_kernels=9 in_slices=9 in_tiles=0
// report: the host's cores share its slices, those of each j - i, and nobody waits for another one
// report: the host's cores share its slices, those of each j + i, and nobody waits for another one
// report: the host's cores share its slices, those of each 2*j - i, and nobody waits for another one
// report: the host's cores share its slices, those of each 2*j + 3*i, and nobody waits for another one
// report: the host's cores share its slices, those of each j + i, j + i + 1, and nobody waits for another one
// report: the host's cores share its slices, those of each j, and nobody waits for another one
#include "check.h"
#include <string.h>

#define N 83

typedef double grid[N][N];
static grid a, b, p, q;
static double x[N], y[N];
static long flat[N * N], plain[N * N];

/* With a scalar of older C in the last one. */
#define LINES(DIRECTIVE, a, b, x, flat)                           \
    DIRECTIVE                                                     \
    for (int i = 1; i < n; i++)                                   \
        for (int j = 1; j < n; j++)                               \
            a[i][j] = a[i - 1][j - 1] * 0.5 + a[i][j];            \
    DIRECTIVE                                                     \
    for (int i = 2; i <= n - 1; i++)                              \
        for (int j = 2; j < n - 2; j++)                           \
            if (a[i - 1][j + 1] > 1)                              \
                a[i][j] = a[i - 1][j + 1] + a[i][j] * 0.25;       \
    DIRECTIVE                                                     \
    for (int i = 2; i < n; i++)                                   \
        for (int j = 1; j < n; j++)                               \
            a[i][j] = a[i - 2][j - 1] / (1 + a[i][j]);            \
    DIRECTIVE                                                     \
    for (int i = 2; i < n; i++)                                   \
        for (int j = 0; j < n - 3; j++)                           \
            b[i][j] = b[i - 2][j + 3] + b[i][j] * 0.5;            \
    DIRECTIVE                                                     \
    for (int i = 1; i < n; i++) {                                 \
        for (int j = 1; j < n - 1; j++)                           \
            a[i][j] = b[i - 1][j] * 0.5;                          \
        for (int j = 0; j < n - 2; j++)                           \
            b[i][j] = a[i][j + 1] + 1;                            \
    }                                                             \
    DIRECTIVE                                                     \
    for (int i = 0; i < n; i++)                                   \
        for (int j = 0; j < n; j++)                               \
            if (x[j] < 9)                                         \
                x[j] = x[j] / (2 + a[i][j]) + b[i][j];            \
    DIRECTIVE                                                     \
    for (int i = 1; i < n; i++) {                                 \
        a[i][0] = i;                                              \
        for (int j = 1; j < n; j++)                               \
            a[i][j] = a[i - 1][j - 1] * 0.5;                      \
    }                                                             \
    DIRECTIVE                                                     \
    for (int i = 1; i < n; i++)                                   \
        for (int j = i; j < n; j++) {                             \
            w = b[i - 1][j - 1];                                  \
            b[i][j] = w * 0.5 + b[i][j];                          \
        }                                                         \
    DIRECTIVE                                                     \
    for (int i = 1; i < n; i++)                                   \
        for (int j = 1; j < n; j++)                               \
            flat[i * n + j] += flat[(i - 1) * n + j - 1] * 3;

static void lines(int n, double *restrict x, long *restrict flat)
{
    double w;
    LINES(_Pragma("acc kernels copy(x[0:n], flat[0:n * n])"), a, b, x, flat)
}

static void lines_plain(int n)
{
    double w;
    LINES(, p, q, y, plain)
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = y[i] = i % 5;
        for (int j = 0; j < N; j++) {
            a[i][j] = p[i][j] = (i * 7 + j * 3) % 11;
            b[i][j] = q[i][j] = (i * 5 + j) % 13;
            flat[i * N + j] = plain[i * N + j] = (i + j) % 4;
        }
    }
    lines(N, x, flat);
    lines_plain(N);
    CHECK(!memcmp(a, p, sizeof a) && !memcmp(b, q, sizeof b));
    CHECK(!memcmp(x, y, sizeof x) && !memcmp(flat, plain, sizeof flat));
    return CHECKED();
}
