// Factors of matrices, and substitution: sums of products of growing length, in loops that run in order. One gang goes through all of
// it, where the host would launch kernels for each element or each row. Results are those of C: bit by bit for integers.
// report: One gang steps through it, which saves the host a launch or more for each i and j
// report: One gang steps through it, which saves the host a launch or more for each k
// time: 240
// expect: device kernels=60 in_order=0
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 130 };

#define T unsigned
#define QUOTIENT(a, b) ((a) * ((b) | 1))
#define F(name) plain_integers_##name
#define REGION
#include "one_gang/dense.h"
#undef F
#undef REGION
#define F(name) integers_##name
#define REGION PRAGMA(acc kernels)
#include "one_gang/dense.h"
#undef F
#undef REGION
#undef T
#undef QUOTIENT

#define T double
#define QUOTIENT(a, b) ((a) / (b))
#define F(name) plain_reals_##name
#define REGION
#include "one_gang/dense.h"
#undef F
#undef REGION
#define F(name) reals_##name
#define REGION PRAGMA(acc kernels)
#include "one_gang/dense.h"

static void matrix(int n, unsigned *whole, double *real)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            whole[i * n + j] = (unsigned)(i * 40503 + j * 9973 + 1);
            real[i * n + j] = i == j ? 2.0 * n : 1.0 / (1 + (i + 2 * j) % 17);
        }
}

static int near(int n, const double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-10 * (1 + fabs(b[i]))))
            return 0;
    return 1;
}

static unsigned u[2][N * N], ub[N], ux[2][N];
static double d[2][N * N], db[N], dx[2][N];

#define BOTH(function)                                                          \
    do {                                                                        \
        matrix(n, u[0], d[0]);                                                  \
        matrix(n, u[1], d[1]);                                                  \
        integers_##function(n, (void *)u[0]);                                   \
        plain_integers_##function(n, (void *)u[1]);                             \
        CHECK(!memcmp(u[0], u[1], sizeof u[0]));                                \
        reals_##function(n, (void *)d[0]);                                      \
        plain_reals_##function(n, (void *)d[1]);                                \
        CHECK(near(n * n, d[0], d[1]));                                         \
    } while (0)

static void sized(int n)
{
    BOTH(crout);
    BOTH(rows);
    BOTH(pivots);
    matrix(n, u[0], d[0]);
    for (int i = 0; i < n; i++) {
        ub[i] = (unsigned)i * 77u + 3u;
        db[i] = i % 9 - 4;
        integers_r[i] = plain_integers_r[i] = (unsigned)i * 31u + 7u;
        reals_r[i] = plain_reals_r[i] = 0.5 / (i + 2);
    }
    integers_solve(n, u[0], ub, ux[0]);
    plain_integers_solve(n, u[0], ub, ux[1]);
    CHECK(!memcmp(ux[0], ux[1], n * sizeof ux[0][0]));
    reals_solve(n, d[0], db, dx[0]);
    plain_reals_solve(n, d[0], db, dx[1]);
    CHECK(near(n, dx[0], dx[1]));
    CHECK(integers_durbin(n) == plain_integers_durbin(n));
    CHECK(!memcmp(integers_y, plain_integers_y, n * sizeof ub[0]));
    double last = reals_durbin(n), wanted = plain_reals_durbin(n);
    CHECK(near(1, &last, &wanted) && near(n, reals_y, plain_reals_y));
}

int main(void)
{
    sized(1);
    sized(2);
    sized(31);
    sized(33);
    sized(65);
    sized(N);
    return CHECKED();
}
