// Loops in order in whose turns all threads of a device would wait for each other: where lines of iterations don't depend on each other, each thread takes one of
// them, in one kernel, and waits for nobody. Neighbours take neighbouring elements as before. What isn't so stays: steeper lines, lines that are fewer than what
// threads share now, and time steps.
// run: -O2 -ffp-contract=off
// report: devices run the iterations in another order, in which threads can share them: i = c1; j = -c0 + c1
// report: devices run the iterations in another order, in which threads can share them: i = c2; k = -c0_3 + c2; j = -c1_3 + c2
// report: Otherwise the host steps through this loop
// expect: device kernels>=27 in_order=0
// launch: slices_devices_acc_knight_101 grid=7x1x1 block=128x1x1
// launch: slices_devices_acc_planes_101 grid=1024x22x1 block=32x4x1
#include "check.h"
#include <string.h>

enum { N = 60, M = 700, K = 30 };
typedef double plane[N][M];
static plane a, b, q, r, s, t;
static plane pa, pb, pq, pr, ps, pt;
static double p[N][K][M], pp[N][K][M], steep[2][N][M];
static int counts[2][3 * N];

#define NESTS(NAME, DIRECTIVE)                                                                   \
    static void NAME##_diagonal(int n, int m, double (*x)[M])                                    \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 1; i < n; i++)                                                              \
            for (int j = 1; j < m; j++)                                                          \
                x[i][j] += 0.25 * x[i - 1][j - 1];                                               \
    }                                                                                            \
    static void NAME##_other_diagonal(int n, int m, double (*x)[M])                              \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 1; i < n; i++)                                                              \
            for (int j = 0; j < m - 1; j++) {                                                    \
                double up = x[i - 1][j + 1];                                                     \
                x[i][j] = up > 50 ? up - x[i][j] : x[i][j] + 1;                                  \
            }                                                                                    \
    }                                                                                            \
    static void NAME##_planes(int n, double (*x)[K][M])                                          \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 1; i < n; i++)                                                              \
            for (int k = 1; k < K; k++)                                                          \
                for (int j = 1; j < M; j++)                                                      \
                    x[i][k][j] += 0.5 * x[i - 1][k - 1][j - 1];                                  \
    }                                                                                            \
    static void NAME##_backwards(int n, int m, double (*x)[M])                                   \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = n - 2; i >= 0; i--)                                                         \
            for (int j = m - 2; j >= 0; j--)                                                     \
                x[i][j] = 0.5 * x[i + 1][j + 1] + x[i][j];                                       \
    }                                                                                            \
    static void NAME##_two(int n, int m, double (*x)[M], double (*y)[M])                         \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 2; i < n; i++) {                                                            \
            for (int j = 2; j < m; j++)                                                          \
                x[i][j] = 0.5 * y[i - 1][j - 1] + x[i][j];                                       \
            for (int j = 2; j < m; j++)                                                          \
                y[i][j] = 0.5 * x[i - 1][j - 1] + x[i][j] + 1;                                   \
        }                                                                                        \
    }                                                                                            \
    static void NAME##_knight(int n, int m, double (*x)[M])                                      \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 1; i < n; i++)                                                              \
            for (int j = 2; j < m; j++)                                                          \
                x[i][j] += 0.5 * x[i - 1][j - 2];                                                \
    }                                                                                            \
    static void NAME##_triangle(int n, int *x)                                                   \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 0; i < n; i++)                                                              \
            for (int k = i; k < 2 * i; k++)                                                      \
                x[k] += i;                                                                       \
    }                                                                                            \
    /* The lines of each 2*j + i: neighbours would be in different rows. */                      \
    static void NAME##_steep(int n, int m, double (*x)[M])                                       \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int i = 2; i < n; i++)                                                              \
            for (int j = 0; j < m - 1; j++)                                                      \
                x[i][j] += 0.5 * x[i - 2][j + 1];                                                \
    }                                                                                            \
    /* Rows are slices, but few. */                                                              \
    static void NAME##_along_rows(int steps, int n, int m, double (*x)[M], double (*y)[M])       \
    {                                                                                            \
        DIRECTIVE                                                                                \
        for (int step = 0; step < steps; step++) {                                               \
            for (int i = 0; i < n; i++)                                                          \
                for (int j = 1; j < m - 1; j++)                                                  \
                    y[i][j] = 0.5 * (x[i][j - 1] + x[i][j + 1]);                                 \
            for (int i = 0; i < n; i++)                                                          \
                for (int j = 1; j < m - 1; j++)                                                  \
                    x[i][j] = y[i][j];                                                           \
        }                                                                                        \
    }

#define NOTHING
NESTS(plain, NOTHING)
NESTS(acc, PRAGMA(acc kernels))

static void fill(double (*x)[M], double (*y)[M], int by)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            x[i][j] = y[i][j] = (i * 31 + j * by) % 101;
}

#define SAME(x, y) CHECK(!memcmp(x, y, sizeof x))

int main(void)
{
    for (int n = 2; n <= N; n += 29) {
        int m = n == N ? M : 3 * n;
        fill(a, pa, 17), fill(b, pb, 13), fill(q, pq, 7), fill(r, pr, 5), fill(s, ps, 3), fill(t, pt, 11), fill(steep[0], steep[1], 19);
        for (int i = 0; i < N; i++)
            for (int k = 0; k < K; k++)
                for (int j = 0; j < M; j++)
                    p[i][k][j] = pp[i][k][j] = (i * 7 + j * 5 + k * 3) % 17;
        for (int i = 0; i < 3 * N; i++)
            counts[0][i] = counts[1][i] = i;
        acc_diagonal(n, m, a), plain_diagonal(n, m, pa);
        acc_other_diagonal(n, m, b), plain_other_diagonal(n, m, pb);
        acc_planes(n, p), plain_planes(n, pp);
        acc_backwards(n, m, q), plain_backwards(n, m, pq);
        acc_two(n, m, r, s), plain_two(n, m, pr, ps);
        acc_knight(n, m, t), plain_knight(n, m, pt);
        acc_triangle(n, counts[0]), plain_triangle(n, counts[1]);
        acc_steep(n, m, steep[0]), plain_steep(n, m, steep[1]);
        acc_along_rows(3, n, m, r, s), plain_along_rows(3, n, m, pr, ps);
        SAME(a, pa);
        SAME(b, pb);
        SAME(p, pp);
        SAME(q, pq);
        SAME(r, pr);
        SAME(s, ps);
        SAME(t, pt);
        SAME(counts[0], counts[1]);
        SAME(steep[0], steep[1]);
    }
    return CHECKED();
}
