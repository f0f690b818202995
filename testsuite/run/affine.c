// Loops in order whose iterations devices go through in another order, which isl's scheduler finds: in waves along one that counts down and one that
// counts up, along three loops, and in slices that need not wait for each other. Where pointers overlap, one thread runs the loops as they are
// written. What a scalar hands on, and bounds that stand in memory, keep them as they are.
// run: -O2 -ffp-contract=off -Wno-sign-compare
// report: devices run the iterations in another order, in which threads can share them
// sized: waves along a nest are one kernel where the device holds so many blocks at once, else one for each
// expect: device kernels=527 in_order=2
#include "check.h"
#include <string.h>

enum { N = 34, M = 29, L = 9 };

#define ACC PRAGMA(acc kernels)
#define PLAIN

/* Down and up: the pairs of a table of intervals. */
#define INTERVALS(DIRECTIVE, t)                                                                                  \
    DIRECTIVE                                                                                                    \
    for (int i = n - 1; i >= 0; i--)                                                                             \
        for (int j = i + 1; j < n; j++) {                                                                        \
            int best = t[i][j - 1] > t[i + 1][j] ? t[i][j - 1] : t[i + 1][j];                                    \
            for (int k = i + 1; k < j; k++) {                                                                    \
                int split = t[i][k] + t[k + 1][j] + seq[k];                                                      \
                if (split > best)                                                                                \
                    best = split;                                                                                \
            }                                                                                                    \
            t[i][j] = best - (i + j) % 3;                                                                        \
        }

static int seq[N + 1];
static void intervals(int n, int t[N + 1][N + 1]) { INTERVALS(ACC, t) }
static void intervals_plain(int n, int t[N + 1][N + 1]) { INTERVALS(PLAIN, t) }

/* A sweep back, with variables of other types from outside. */
#define BACK(DIRECTIVE, a)                                                                                       \
    {                                                                                                            \
        long i;                                                                                                  \
        unsigned char j;                                                                                         \
        DIRECTIVE                                                                                                \
        for (i = n - 2; i > 0; --i)                                                                              \
            for (j = 1; j <= m - 2; ++j)                                                                         \
                a[i][j] = 0.25 * (a[i + 1][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j]) + j;                    \
    }

static void back(int n, int m, double (*restrict a)[M]) BACK(ACC, a)
static void back_plain(int n, int m, double (*restrict a)[M]) BACK(PLAIN, a)

/* Three loops down, by twos in one of them, in a struct. */
struct box {
    int planes, rows;
    float q[L + 1][L + 2][2 * L + 4];
};

#define PLANES(DIRECTIVE, b)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (int k = L - 1; k >= 0; k--)                                                                             \
        for (int j = L; j >= 0; j--)                                                                             \
            for (int i = 2 * L; i >= 0; i -= 2)                                                                  \
                b.q[k][j][i] -= 0.125f * (b.q[k + 1][j][i] + b.q[k][j + 1][i] + b.q[k][j][i + 2]);

static struct box one, other;
static void planes(void) { PLANES(ACC, one) }
static void planes_plain(void) { PLANES(PLAIN, other) }

/* Slices: each value depends on those before it along a diagonal, whatever loop they are in. */
#define SLICES(DIRECTIVE, a)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (int k = 1; k < M; k++) {                                                                                \
        for (int j = 2; j < M; j++)                                                                              \
            a[M - 1][j] = (a[M - 1][j] + k) & 1023;                                                              \
        for (int i = 3; i < M; i++)                                                                              \
            for (int j = 2; j < M; j++)                                                                          \
                a[i][j] = (a[i][j] - a[i - 1][j - 1]) & 1023;                                                    \
    }

static void slices(int a[M][M]) { SLICES(ACC, a) }
static void slices_plain(int a[M][M]) { SLICES(PLAIN, a) }

/* Whether they overlap is asked. */
#define ASKED(DIRECTIVE)                                                                                         \
    DIRECTIVE                                                                                                    \
    for (int i = n - 2; i >= 0; i--)                                                                             \
        for (int j = 1; j < n; j++)                                                                              \
            a[i * n + j] = (a[(i + 1) * n + j] ^ a[i * n + j - 1]) + b[i * n + j];

static void asked(int n, int *a, const int *b) { ASKED(ACC) }
static void asked_plain(int n, int *a, const int *b) { ASKED(PLAIN) }

/* Bounds and variables without a sign; the first loop has no iterations where a negative number is compared with such a bound. */
#define UNSIGNED(DIRECTIVE, a)                                                                                   \
    DIRECTIVE                                                                                                    \
    for (int i = from; i < n; i++)                                                                               \
        for (unsigned j = 3; j < m; j++)                                                                         \
            a[i + 2][j] = a[i + 1][j - 1] + 2 * a[i + 3][j - 3] + 1;

static void without_sign(int from, unsigned n, unsigned m, unsigned a[M][M]) { UNSIGNED(ACC, a) }
static void without_sign_plain(int from, unsigned n, unsigned m, unsigned a[M][M]) { UNSIGNED(PLAIN, a) }
#define STEPS(DIRECTIVE, a)                                                                                      \
    DIRECTIVE                                                                                                    \
    for (long k = 0; k < 7; k++)                                                                                 \
        for (long i = 3; i < n; i++)                                                                             \
            for (long j = 3; j < m; j++)                                                                         \
                a[i][j] = (a[i - 1][j - 1] + 2 * a[i][j] + a[i + 1][j - 2]) ^ 3;

static void steps(unsigned n, unsigned m, unsigned a[M][M]) { STEPS(ACC, a) }
static void steps_plain(unsigned n, unsigned m, unsigned a[M][M]) { STEPS(PLAIN, a) }

/* A scalar goes from iteration to iteration. */
#define HANDED(DIRECTIVE, a)                                                                                     \
    DIRECTIVE                                                                                                    \
    for (int i = M - 2; i > 0; i--)                                                                              \
        for (int j = 1; j < M; j++) {                                                                            \
            a[i][j] = (a[i + 1][j] + a[i][j - 1] + last) & 4095;                                                 \
            last = a[i][j];                                                                                      \
        }

static int handed(int a[M][M])
{
    int last = 1;
    HANDED(ACC, a)
    return last;
}
static int handed_plain(int a[M][M])
{
    int last = 1;
    HANDED(PLAIN, a)
    return last;
}

/* Rows whose ends stand in memory. */
#define ROWS(DIRECTIVE, a)                                                                                       \
    DIRECTIVE                                                                                                    \
    for (int i = M - 2; i > 0; i--)                                                                              \
        for (int j = 1; j < end[i]; j++)                                                                         \
            a[i][j] = (a[i + 1][j] + a[i][j - 1]) & 4095;

static int end[M];
static void rows(int a[M][M]) { ROWS(ACC, a) }
static void rows_plain(int a[M][M]) { ROWS(PLAIN, a) }

static int t[2][N + 1][N + 1], s[2][M][M];
static double g[2][N][M];
static int flat[2][3 * N * N];

int main(void)
{
    for (int n = 0; n <= N; n += n < 4 ? 1 : 10) {
        for (int i = 0; i <= N; i++)
            for (int j = 0; j <= N; j++)
                t[0][i][j] = t[1][i][j] = (i * 7 + j * 5) % 11, seq[j] = j % 4;
        intervals(n, t[0]);
        intervals_plain(n, t[1]);
        CHECK(memcmp(t[0], t[1], sizeof t[0]) == 0);
    }
    for (int n = 1; n <= N; n += n < 4 ? 1 : 10) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                g[0][i][j] = g[1][i][j] = (i * 7 + j * 5) % 11;
        back(n, M - n / 4, g[0]);
        back_plain(n, M - n / 4, g[1]);
        CHECK(memcmp(g[0], g[1], sizeof g[0]) == 0);
    }
    for (int k = 0; k <= L; k++)
        for (int j = 0; j <= L + 1; j++)
            for (int i = 0; i < 2 * L + 4; i++)
                one.q[k][j][i] = other.q[k][j][i] = (k * 7 + j * 5 + i) % 13;
    planes();
    planes_plain();
    CHECK(memcmp(&one, &other, sizeof one) == 0);
    for (int which = 0; which < 6; which++) {
        for (int i = 0; i < M; i++) {
            end[i] = i * 5 % M;
            for (int j = 0; j < M; j++)
                s[0][i][j] = s[1][i][j] = (i * 7 + j * 5) % 11;
        }
        if (which == 0) {
            slices(s[0]);
            slices_plain(s[1]);
        } else if (which == 1) {
            CHECK(handed(s[0]) == handed_plain(s[1]));
        } else if (which < 5) {
            without_sign(which - 4, M - 4, M - 1, (void *)s[0]);
            without_sign_plain(which - 4, M - 4, M - 1, (void *)s[1]);
            steps(M - 1, M - 2, (void *)s[0]);
            steps_plain(M - 1, M - 2, (void *)s[1]);
        } else {
            rows(s[0]);
            rows_plain(s[1]);
        }
        CHECK(memcmp(s[0], s[1], sizeof s[0]) == 0);
    }
    for (int by = 0; by < 3; by++) {
        for (int i = 0; i < 3 * N * N; i++)
            flat[0][i] = flat[1][i] = i % 17;
        /* Apart, the same, and one row on. */
        int at = by == 0 ? N * N : by == 1 ? 0 : N;
        asked(N, flat[0], flat[0] + at);
        asked_plain(N, flat[1], flat[1] + at);
        CHECK(memcmp(flat[0], flat[1], sizeof flat[0]) == 0);
    }
    return CHECKED();
}
