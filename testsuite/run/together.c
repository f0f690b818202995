// Loops over time around parallel loops: one kernel goes through each, whose blocks wait for each other between the loops, where these are small enough. What
// stands between them is done once: stores by one thread of the first block, scalars by all. Queues may run such kernels at the same time.
// run: -O2 -ffp-contract=off
// launch: together_plane_43_5 device=nvidia:0 grid=2x12x1 block=32x4x1
// launch: together_plane_43_5 device=sim:0 grid=2x3x1 block=32x4x1
// launch: together_line_60_4 queue=1 grid=6x1x1 block=128x1x1
// launch: together_line_60_4 queue=2 grid=5x1x1 block=128x1x1
// launch: together_space_82_3 device=nvidia:0 grid=1x12x1 block=32x4x1
// launch: together_great_97 grid=32x250x1 block=32x4x1
// sized: the large grid is one kernel where the device holds so many blocks at once
// expect: device kernels=33 together=11 in_order=0
// expect: multicore in_order=0
#include "check.h"
#include <math.h>
#include <string.h>

enum { N = 48, LARGE = 1000, S = 14 };
static double a[N][N], b[N][N], e[N], p[N][N], q[N][N], r[N];
static float big[LARGE][LARGE], big2[LARGE][LARGE];
static float s[S][S][S], s2[S][S][S], w[S][S][S], w2[S][S][S];
static int x[2600], y[2600], k[4], k2[4];

/* Two arrays, an edge that depends on the step, and an element that one thread stores. */
#define PLANE(NAME, ACC)                                                            \
    static void NAME(int steps, int n, int m, double a[N][N], double b[N][N], double e[N]) \
    {                                                                               \
        ACC(kernels copy(a[0:N], b[0:N], e[0:N]))                                   \
        for (int t = 0; t < steps; t++) {                                           \
            for (int i = 1; i < n - 1; i++)                                         \
                for (int j = 1; j < m - 1; j++)                                     \
                    b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]); \
            for (int j = 0; j < m; j++)                                             \
                b[0][j] = e[j] + t;                                                 \
            double edge = 0.5 * b[0][1];                                            \
            e[t % N] = edge + b[1][1];                                              \
            for (int i = 1; i < n - 1; i++)                                         \
                for (int j = 1; j < m - 1; j++)                                     \
                    a[i][j] = 0.3 * (b[i][j] + b[i][j - 1] + b[i - 1][j] + e[i]) + edge; \
        }                                                                           \
    }
#define WITH(x) PRAGMA(acc x)
#define WITHOUT(x)
PLANE(plane, WITH) PLANE(plain_plane, WITHOUT)

/* On a queue, with a condition that the host knows. */
#define LINE(NAME, ACC)                                                             \
    static void NAME(int steps, int n, int odd, int *x, int *y, int *k, int queue)  \
    {                                                                               \
        (void)queue;                                                                \
        ACC(kernels async(queue) copy(x[0:n], y[0:n], k[0:4]))                      \
        for (int t = 0; t < steps; t++) {                                           \
            for (int i = 1; i < n; i++)                                             \
                y[i] = x[i - 1] + t;                                                \
            if (odd > 0)                                                            \
                for (int i = 1; i < n; i++)                                         \
                    x[i] = y[i - 1] ^ t;                                            \
            k[t % 4] += y[n - 1];                                                   \
        }                                                                           \
    }
LINE(line, WITH) LINE(plain_line, WITHOUT)

/* Space, with counters and scalars of the function's own. */
#define SPACE(NAME, ACC)                                                            \
    static void NAME(int steps, int n, float s[S][S][S], float w[S][S][S])          \
    {                                                                               \
        int t, i, j, k;                                                             \
        float d;                                                                    \
        ACC(kernels copy(s[0:S], w[0:S]))                                           \
        for (t = 1; t <= steps; t++) {                                              \
            for (i = 1; i < n - 1; i++)                                             \
                for (j = 1; j < n - 1; j++)                                         \
                    for (k = 1; k < n - 1; k++) {                                   \
                        d = s[i + 1][j][k] - 2 * s[i][j][k] + s[i - 1][j][k];       \
                        w[i][j][k] = s[i][j][k] + 0.125f * d + s[i][j + 1][k - 1];  \
                    }                                                               \
            for (i = 1; i < n - 1; i++)                                             \
                for (j = 1; j < n - 1; j++)                                         \
                    for (k = 1; k < n - 1; k++)                                     \
                        s[i][j][k] = w[i][j][k] * 0.5f + w[i][j - 1][k];            \
        }                                                                           \
    }
SPACE(space, WITH) SPACE(plain_space, WITHOUT)

/* Too large for it to pay on a small device. */
#define GREAT(NAME, ACC)                                                            \
    static void NAME(int steps, int n, float big[LARGE][LARGE])                     \
    {                                                                               \
        ACC(kernels copy(big[0:LARGE]))                                             \
        for (int t = 0; t < steps; t++) {                                           \
            for (int i = 0; i < n; i++)                                             \
                for (int j = 0; j < n; j++)                                         \
                    big[i][j] += t;                                                 \
            for (int j = 0; j < n; j++)                                             \
                big[0][j] += big[n - 1][j];                                         \
        }                                                                           \
    }
GREAT(great, WITH) GREAT(plain_great, WITHOUT)

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        e[i] = r[i] = i % 5;
        for (int j = 0; j < N; j++)
            a[i][j] = p[i][j] = (i * 7 + j * 3) % 11, b[i][j] = q[i][j] = i - j;
    }
    for (int i = 0; i < S * S * S; i++)
        (&s[0][0][0])[i] = (&s2[0][0][0])[i] = i % 7, (&w[0][0][0])[i] = (&w2[0][0][0])[i] = 1;
    for (int i = 0; i < 2600; i++)
        x[i] = y[i] = i * 3 % 19;
}

int main(void)
{
    static const int sizes[] = {2, 3, 5, 21, N};
    for (int z = 0; z < 5; z++)
        for (int steps = 0; steps < 8; steps += 3) {
            int n = sizes[z], m = n > 20 ? n - 3 : n;
            fill();
            plane(steps, n, m, a, b, e);
            plain_plane(steps, n, m, p, q, r);
            CHECK(!memcmp(a, p, sizeof a) && !memcmp(b, q, sizeof b) && !memcmp(e, r, sizeof e));
            if (n <= S || z == 3) {
                space(steps, n < S ? n : S, s, w);
                plain_space(steps, n < S ? n : S, s2, w2);
                CHECK(!memcmp(s, s2, sizeof s) && !memcmp(w, w2, sizeof w));
            }
        }
    /* Two queues at once. */
    fill();
    line(5, 700, 1, x, x + 700, k, 1);
    line(4, 600, 0, x + 1400, x + 2000, k2, 2);
#pragma acc wait
    int l[4] = {0}, l2[4] = {0};
    plain_line(5, 700, 1, y, y + 700, l, 1);
    plain_line(4, 600, 0, y + 1400, y + 2000, l2, 2);
    CHECK(!memcmp(x, y, sizeof x) && !memcmp(k, l, sizeof k) && !memcmp(k2, l2, sizeof k2));
    great(2, LARGE, big);
    plain_great(2, LARGE, big2);
    CHECK(!memcmp(big, big2, sizeof big));
    return CHECKED();
}
