// Sums in elements of arrays, inside of loops that run in order: devices sum up in a scalar, and the lanes of one gang share the loops. Results are
// those of C: bit by bit for integers. An element that no iteration touches isn't touched by the gang.
// report: devices sum up in scalars, and store them after the loop
// report: One gang steps through it, which saves the host a launch or more for each i and j
// expect: device kernels=42 in_order=0
#include "check.h"
#include <math.h>
#include <string.h>

enum { N = 130 };

#define T unsigned
#define QUOTIENT(a, b) ((a) * ((b) | 1))
#define F(name) plain_integers_##name
#define REGION
#include "one_gang/elements.h"
#undef F
#undef REGION
#define F(name) integers_##name
#define REGION PRAGMA(acc kernels)
#include "one_gang/elements.h"
#undef F
#undef REGION
#undef T
#undef QUOTIENT

#define T double
#define QUOTIENT(a, b) ((a) / (b))
#define F(name) plain_reals_##name
#define REGION
#include "one_gang/elements.h"
#undef F
#undef REGION
#define F(name) reals_##name
#define REGION PRAGMA(acc kernels)
#include "one_gang/elements.h"

static int near(int n, const double *a, const double *b)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-10 * (1 + fabs(b[i]))))
            return 0;
    return 1;
}

static unsigned u[2][N * N], ux[2][N];
static double d[2][N * N], dx[2][N];

static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            u[0][i * n + j] = u[1][i * n + j] = (unsigned)(i * 40503 + j * 9973 + 1);
            d[0][i * n + j] = d[1][i * n + j] = i == j ? 2.0 * n : 1.0 / (1 + (i + 2 * j) % 17);
            integers_m[i][j] = plain_integers_m[i][j] = u[0][i * n + j];
            reals_m[i][j] = plain_reals_m[i][j] = d[0][i * n + j];
        }
        ux[0][i] = ux[1][i] = integers_b[i] = plain_integers_b[i] = (unsigned)i * 77u + 3u;
        dx[0][i] = dx[1][i] = reals_b[i] = plain_reals_b[i] = i % 9 - 4;
    }
}

static void sized(int n)
{
    fill(n);
    integers_forward(n);
    plain_integers_forward(n);
    CHECK(!memcmp(integers_x, plain_integers_x, sizeof integers_x));
    reals_forward(n);
    plain_reals_forward(n);
    CHECK(near(n, reals_x, plain_reals_x));
    integers_back(n, (void *)u[0], ux[0]);
    plain_integers_back(n, (void *)u[1], ux[1]);
    CHECK(!memcmp(ux[0], ux[1], sizeof ux[0]));
    reals_back(n, (void *)d[0], dx[0]);
    plain_reals_back(n, (void *)d[1], dx[1]);
    CHECK(near(n, dx[0], dx[1]));
    integers_lower(n, (void *)u[0]);
    plain_integers_lower(n, (void *)u[1]);
    CHECK(!memcmp(u[0], u[1], sizeof u[0]));
    reals_lower(n, (void *)d[0]);
    plain_reals_lower(n, (void *)d[1]);
    CHECK(near(n * n, d[0], d[1]));
    unsigned s[2][3] = {{1, 2, 3}, {1, 2, 3}};
    integers_mixed(n, u[0], s[0]);
    plain_integers_mixed(n, u[0], s[1]);
    CHECK(!memcmp(s[0], s[1], sizeof s[0]));
    double r[2][3] = {{1, 2, 3}, {1, 2, 3}};
    reals_mixed(n, d[1], r[0]);
    plain_reals_mixed(n, d[1], r[1]);
    CHECK(near(3, r[0], r[1]));
}

/* Nothing is touched where no iteration runs: there isn't even memory. */
static void none(int n, const double *restrict a, double *restrict x)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= a[j] * x[j];
}

int main(void)
{
    sized(1);
    sized(2);
    sized(31);
    sized(33);
    sized(N);
    double one = 3;
    none(0, NULL, NULL);
    none(1, &one, NULL);
    return CHECKED();
}
