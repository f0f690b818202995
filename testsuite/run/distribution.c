// Loops in order that devices run as several, each with some of the statements, so that threads share what they couldn't: one launch for each.
// Where pointers overlap, one thread runs the loop as it is written. What depends on itself in a cycle stays together, and so does what a scalar
// joins.
// run: -ffp-contract=off
// expect: device kernels=19 in_order=6
// report: devices run this loop as 2, one after the other
// report: On the host's cores: Loop carries a dependence
#include "check.h"
#include <string.h>

#define N 61
#define M 47

static double a[N][M], b[N][M], wanted[N][M], s[M], q[N], r[N], p[M], t[N];

/* Two sums in one nest: 2 kernels. */
static void two_sums(int n, int m, double A[n][m], double *x, double *y, const double *u, const double *v)
{
#pragma acc kernels copy(x[0:m], y[0:n])
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < m; j++) {
            x[j] += u[i] * A[i][j];
            y[i] += A[i][j] * v[j];
        }
    }
}

/* Whether they overlap is asked: 2 kernels if not, else 1. Variables from outside count, downwards as well. */
static void asked(int n, int m, double *A, double *x, double *y)
{
    int i, j;
#pragma acc kernels
    for (i = n - 1; i >= 0; --i) {
        for (j = 0; j < m; ++j)
            y[i] += A[i * m + j];
        for (j = 0; j < m; ++j)
            x[j] += A[i * m + j] * y[i];
    }
}

/* The same in order. */
static void asked_plain(int n, int m, double *A, double *x, double *y)
{
    for (int i = n - 1; i >= 0; --i) {
        for (int j = 0; j < m; ++j)
            y[i] += A[i * m + j];
        for (int j = 0; j < m; ++j)
            x[j] += A[i * m + j] * y[i];
    }
}

/* A scalar of each iteration, and a sum: 2 kernels, and if memory overlaps 1. */
static double summed(int n, int m, double *A, double *x, double *y)
{
    double t, all = 0;
    int i, j;
#pragma acc kernels
    for (i = 0; i < n; i++) {
        t = y[i] * 0.5;
        y[i] = t + A[i * m];
        for (j = 0; j < m; j++)
            x[j] += A[i * m + j];
        all += y[i];
    }
    return all;
}

static double summed_plain(int n, int m, double *A, double *x, double *y)
{
    double all = 0;
    for (int i = 0; i < n; i++) {
        y[i] = y[i] * 0.5 + A[i * m];
        for (int j = 0; j < m; j++)
            x[j] += A[i * m + j];
        all += y[i];
    }
    return all;
}

/* What comes later in the text has to come first: a recurrence, and what reads its values from before. 2 kernels. */
static void turned(void)
{
#pragma acc kernels
    for (int i = 1; i < N; i++) {
        r[i] = q[i - 1] + q[i];
        t[i] = t[i - 1] * 0.5 + r[i];
    }
}

/* A scalar of each iteration keeps what names it together: 1 loop that is shared, one in order, 2 kernels. */
static void with_scalar(void)
{
#pragma acc kernels
    for (int i = 1; i < N; i++) {
        double half = q[i] * 0.5;
        r[i] = half + q[i];
        for (int j = 0; j < M; j++)
            a[i][j] = a[i - 1][j] + b[i][j];
    }
}

/* A cycle through two statements stays one loop: the host or one thread steps through it. 1 kernel. */
static void cycle(void)
{
#pragma acc kernels
    for (int i = 1; i < N; i++) {
        r[i] = t[i - 1] + 1;
        t[i] = r[i] * 0.5;
    }
}

/* In each step of an outer loop: 3 steps of 2 kernels. */
static void in_steps(void)
{
#pragma acc kernels
    for (int step = 0; step < 3; step++)
        for (int i = 1; i < N; i++) {
            for (int j = 0; j < M; j++)
                a[i][j] = a[i - 1][j] * 0.5 + b[i][j];
            q[i] = q[i] * a[i][0] + step;
        }
}

/* A condition goes with its statement. 2 kernels. */
static void conditions(int k)
{
#pragma acc kernels
    for (int i = 1; i < N; i++) {
        if (i % 3 == k)
            q[i] += 1;
        else
            q[i] -= 2;
        if (i > k)
            t[i] = t[i - 1] + r[i];
    }
}

/* An array whose elements several iterations write, and later ones read: not an iteration's own. 2 kernels. */
static void of_pairs(void)
{
    double w[N];
    for (int i = 0; i < N; i++)
        w[i] = -1;
#pragma acc kernels
    for (int i = 0; i < N; i++) {
        w[i / 2] = q[i];
        r[i] = w[i / 2] * 2;
        for (int j = 0; j < i / 2; j++)
            t[i] += w[j];
    }
}

static double pool[N * M + N + M];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 4;
            b[i][j] = (i * 5 + j * 2) % 7 - 2;
        }
        q[i] = i % 5, r[i] = i % 3 - 1, t[i] = i % 4;
    }
    for (int j = 0; j < M; j++)
        s[j] = j % 6, p[j] = j % 7 - 3;
    for (int i = 0; i < N * M + N + M; i++)
        pool[i] = i % 9 / 8.0;
}

static double sum(const double *x, int n)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all = all * 0.75 + x[i];
    return all;
}

int main(void)
{
    double x[M], y[N], before[N * M + N + M];
    fill();
    memcpy(x, s, sizeof x), memcpy(y, q, sizeof y);
    for (int i = 0; i < N; i++) {
        y[i] = 0;
        for (int j = 0; j < M; j++) {
            x[j] += r[i] * a[i][j];
            y[i] += a[i][j] * p[j];
        }
    }
    two_sums(N, M, a, s, q, r, p);
    CHECK(!memcmp(s, x, sizeof x) && !memcmp(q, y, sizeof y));

    fill();
    memcpy(before, pool, sizeof pool);
    asked_plain(N, M, pool, pool + N * M, pool + N * M + M);
    asked(N, M, before, before + N * M, before + N * M + M);
    CHECK(!memcmp(before, pool, sizeof pool));
    /* Sums go into what is read. */
    memcpy(before, pool, sizeof pool);
    asked_plain(N, M, pool, pool + 3, pool + M);
    asked(N, M, before, before + 3, before + M);
    CHECK(!memcmp(before, pool, sizeof pool));
    memcpy(before, pool, sizeof pool);
    asked_plain(N, M, pool, pool + N * M, pool + N * M + 5);
    asked(N, M, before, before + N * M, before + N * M + 5);
    CHECK(!memcmp(before, pool, sizeof pool));

    for (int at = N * M; at > 0; at -= N * M - 7) {
        memcpy(before, pool, sizeof pool);
        double all = summed_plain(N, M, pool, pool + at, pool + N * M + M);
        double got = summed(N, M, before, before + at, before + N * M + M);
        CHECK(!memcmp(before, pool, sizeof pool) && all - got < 1e-9 && got - all < 1e-9);
    }

    fill();
    double u[N], w[N];
    memcpy(u, r, sizeof u), memcpy(w, t, sizeof w);
    for (int i = 1; i < N; i++) {
        u[i] = q[i - 1] + q[i];
        w[i] = w[i - 1] * 0.5 + u[i];
    }
    turned();
    CHECK(!memcmp(u, r, sizeof u) && !memcmp(w, t, sizeof w));

    fill();
    memcpy(wanted, a, sizeof a);
    for (int i = 1; i < N; i++) {
        u[i] = q[i] * 0.5 + q[i];
        for (int j = 0; j < M; j++)
            wanted[i][j] = wanted[i - 1][j] + b[i][j];
    }
    with_scalar();
    CHECK(!memcmp(wanted, a, sizeof a) && !memcmp(u + 1, r + 1, sizeof u - sizeof *u));

    fill();
    memcpy(w, t, sizeof w);
    for (int i = 1; i < N; i++) {
        u[i] = w[i - 1] + 1;
        w[i] = u[i] * 0.5;
    }
    cycle();
    CHECK(!memcmp(w, t, sizeof w) && sum(u + 1, N - 1) == sum(r + 1, N - 1));

    fill();
    memcpy(wanted, a, sizeof a), memcpy(u, q, sizeof u);
    for (int step = 0; step < 3; step++)
        for (int i = 1; i < N; i++) {
            for (int j = 0; j < M; j++)
                wanted[i][j] = wanted[i - 1][j] * 0.5 + b[i][j];
            u[i] = u[i] * wanted[i][0] + step;
        }
    in_steps();
    CHECK(!memcmp(wanted, a, sizeof a) && !memcmp(u, q, sizeof u));

    fill();
    memcpy(w, t, sizeof w);
    for (int i = 0; i < N; i++) {
        u[i / 2] = q[i];
        for (int j = 0; j < i / 2; j++)
            w[i] += u[j];
    }
    of_pairs();
    CHECK(!memcmp(w, t, sizeof w));
    for (int i = 0; i < N; i++)
        CHECK(r[i] == 2 * q[i]);

    fill();
    memcpy(u, q, sizeof u), memcpy(w, t, sizeof w);
    for (int i = 1; i < N; i++) {
        u[i] += i % 3 == 1 ? 1 : -2;
        if (i > 1)
            w[i] = w[i - 1] + r[i];
    }
    conditions(1);
    CHECK(!memcmp(u, q, sizeof u) && !memcmp(w, t, sizeof w));
    return CHECKED();
}
