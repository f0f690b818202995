// Loops beside each other that devices run as one: a launch is saved, and what both touch is near. Where an iteration of the second one would come
// before one of the first that it has to stay behind, or threads would share less, they stay two.
// run: -ffp-contract=off
// expect: device kernels=23 in_order=1
// report: as one: their iterations are the same
#include "check.h"
#include <string.h>

#define N 61
#define M 47

static double a[N][M], b[N][M], c[N][M], x[N], y[N], z[N], mean[M], dev[M];

/* Three loops over one range: 1 kernel. */
static void chain(void)
{
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            x[i] = y[i] * 2;
        for (int i = 0; i < N; i++)
            y[i] = x[i] + 1;
        for (int i = 0; i < N; i++)
            z[i] = y[i] - x[i];
    }
}

/* Nests: both loops of each. 1 kernel. */
static void nests(int n, int m)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] = b[i][j] * 2;
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < m; l++)
                c[k][l] = a[k][l] + b[k][l];
        }
    }
}

/* Elements of the next iteration, read before the second loop overwrites them: one loop would be in order. And read after the first one has written
 * them: one loop would read the old ones. 2 kernels each. */
static void next(void)
{
#pragma acc kernels
    {
        for (int i = 1; i < N - 1; i++)
            x[i] = y[i + 1];
        for (int i = 1; i < N - 1; i++)
            y[i] = z[i];
    }
}

static void late(void)
{
#pragma acc kernels
    {
        for (int i = 1; i < N - 1; i++)
            x[i] = y[i];
        for (int i = 1; i < N - 1; i++)
            z[i] = x[i + 1];
    }
}

/* The first one's values of the iteration before: one loop would be in order. 2 kernels. */
static void before(void)
{
#pragma acc kernels
    {
        for (int i = 1; i < N; i++)
            x[i] = y[i];
        for (int i = 1; i < N; i++)
            z[i] = x[i - 1];
    }
}

/* Other iterations: those before the second one's first are the first one's alone. 2 kernels. */
static void starts(void)
{
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            x[i] = y[i] + 1;
        for (int i = 3; i < N; i++)
            z[i] = x[i] * 2;
    }
}

/* Rows by columns. 2 kernels. */
static void turned(void)
{
#pragma acc kernels
    {
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = b[i][j] + 1;
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                c[i][j] = a[j][i];
    }
}

/* Sums down columns, with loops in order inside: 1 kernel. */
static void columns(int n, int m)
{
    int i, j;
#pragma acc kernels
    {
        for (j = 0; j < m; j++) {
            mean[j] = 0;
            for (i = 0; i < n; i++)
                mean[j] += a[i][j];
            mean[j] /= n;
        }
        for (j = 0; j < m; j++) {
            dev[j] = 0;
            for (i = 0; i < n; i++)
                dev[j] += (a[i][j] - mean[j]) * (a[i][j] - mean[j]);
        }
    }
}

/* A scalar of each iteration in both. 1 kernel. With its last value read, 2. */
static double scalar(int keep)
{
    double t = 0;
    if (keep) {
#pragma acc kernels
        {
            for (int i = 0; i < N; i++) {
                t = y[i] * 2;
                x[i] = t;
            }
            for (int i = 0; i < N; i++) {
                t = x[i] + 1;
                z[i] = t;
            }
        }
        return t;
    }
#pragma acc kernels
    {
        for (int i = 0; i < N; i++) {
            double u = y[i] * 2;
            x[i] = u;
        }
        for (int i = 0; i < N; i++) {
            double u = x[i] + 1;
            z[i] = u;
        }
    }
    return 0;
}

/* Whether they overlap is asked: 1 kernel if not; if so, one thread. */
static void asked(int n, double *p, double *q, double *r)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            p[i] = q[i] * 2;
        for (int i = 0; i < n; i++)
            r[i] = p[i] + q[i];
    }
}

static void asked_plain(int n, double *p, double *q, double *r)
{
    for (int i = 0; i < n; i++)
        p[i] = q[i] * 2;
    for (int i = 0; i < n; i++)
        r[i] = p[i] + q[i];
}

/* Other bounds, steps and directions. 3 kernels. */
static void other(int n)
{
#pragma acc kernels
    {
        for (int i = 0; i < n; i++)
            x[i] = y[i];
        for (int i = 0; i < n - 1; i++)
            z[i] = x[i];
        for (int i = n - 1; i >= 0; i--)
            y[i] = x[i];
    }
}

/* In short steps, which one gang goes through. 1 kernel. */
static void steps(void)
{
#pragma acc kernels
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            x[i] = (y[i - 1] + y[i + 1]) / 2;
        for (int i = 1; i < N - 1; i++)
            z[i] = x[i] - z[i];
        for (int i = 1; i < N - 1; i++)
            y[i] = x[i] + z[i];
    }
}

/* A sum joins what it adds up. 1 kernel. */
static double summed(void)
{
    double all = 0;
#pragma acc kernels
    {
        for (int i = 0; i < N; i++)
            x[i] = y[i] * y[i];
        for (int i = 0; i < N; i++)
            all += x[i];
    }
    return all;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 4;
            b[i][j] = (i * 5 + j * 2) % 7 - 2;
            c[i][j] = i - j;
        }
        x[i] = i % 5, y[i] = i % 3 - 1, z[i] = i % 4;
    }
}

int main(void)
{
    double u[N], v[N], w[N], pool[3 * N], copy[3 * N];
    fill();
    chain();
    for (int i = 0; i < N; i++) {
        double old = i % 3 - 1;
        CHECK(x[i] == 2 * old && y[i] == 2 * old + 1 && z[i] == 1);
    }
    fill();
    nests(N, M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(a[i][j] == 2 * b[i][j] && c[i][j] == 3 * b[i][j]);
    fill();
    memcpy(u, y, sizeof u);
    next();
    for (int i = 1; i < N - 1; i++)
        CHECK(x[i] == u[i + 1] && y[i] == z[i]);
    fill();
    memcpy(u, x, sizeof u);
    late();
    for (int i = 1; i < N - 1; i++)
        CHECK(x[i] == y[i] && z[i] == (i + 1 < N - 1 ? y[i + 1] : u[i + 1]));
    fill();
    before();
    for (int i = 1; i < N; i++)
        CHECK(x[i] == y[i] && z[i] == (i > 1 ? y[i - 1] : 0));
    fill();
    starts();
    for (int i = 0; i < N; i++)
        CHECK(x[i] == y[i] + 1 && z[i] == (i < 3 ? i : 2 * x[i]));
    fill();
    turned();
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            CHECK(c[i][j] == b[j][i] + 1);
    fill();
    columns(N, M);
    for (int j = 0; j < M; j++) {
        double m = 0, d = 0;
        for (int i = 0; i < N; i++)
            m += a[i][j];
        m /= N;
        for (int i = 0; i < N; i++)
            d += (a[i][j] - m) * (a[i][j] - m);
        CHECK(mean[j] == m && dev[j] == d);
    }
    for (int keep = 0; keep < 2; keep++) {
        fill();
        CHECK(scalar(keep) == (keep ? z[N - 1] : 0));
        for (int i = 0; i < N; i++)
            CHECK(x[i] == 2 * y[i] && z[i] == 2 * y[i] + 1);
    }
    for (int at = 2 * N; at > 0; at -= 2 * N - 5) {
        for (int i = 0; i < 3 * N; i++)
            pool[i] = copy[i] = i % 7;
        asked_plain(N - 6, pool, pool + N, pool + at);
        asked(N - 6, copy, copy + N, copy + at);
        CHECK(!memcmp(pool, copy, sizeof pool));
    }
    fill();
    memcpy(u, y, sizeof u), memcpy(w, z, sizeof w);
    other(N);
    for (int i = 0; i < N; i++)
        CHECK(x[i] == u[i] && z[i] == (i < N - 1 ? u[i] : w[i]) && y[i] == u[i]);
    fill();
    memcpy(u, x, sizeof u), memcpy(v, y, sizeof v), memcpy(w, z, sizeof w);
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N - 1; i++)
            u[i] = (v[i - 1] + v[i + 1]) / 2;
        for (int i = 1; i < N - 1; i++)
            w[i] = u[i] - w[i];
        for (int i = 1; i < N - 1; i++)
            v[i] = u[i] + w[i];
    }
    steps();
    CHECK(!memcmp(u, x, sizeof u) && !memcmp(v, y, sizeof v) && !memcmp(w, z, sizeof w));
    fill();
    double all = 0;
    for (int i = 0; i < N; i++)
        all += y[i] * y[i];
    CHECK(summed() == all);
    return CHECKED();
}
