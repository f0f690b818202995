// Recurrences of which no loop by itself is parallel: threads go through them wave by wave, inside one kernel whose blocks wait for each other. Each is run with
// and without directives, for sizes from none to some that no block divides, with fronts narrower than a block and wider than one; all results are the same to the
// last bit.
// run: -O2 -ffp-contract=off
// launch: wavefronts_nine_7 device=nvidia:0 grid=8x1x1 block=32x8x1
// launch: wavefronts_nine_7 device=sim:0 grid=7x1x1 block=32x8x1
// launch: wavefronts_align_38 grid=1x1x1 block=256x1x1
// launch: wavefronts_sor_28 device=nvidia:0 grid=3x1x1 block=256x1x1
// expect: sim kernels=110 in_order=0 together=25
// expect: nvidia kernels=101 in_order=0 together=26
// expect: multicore host_kernels=101 in_order=0
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { N = 66, M = 12, LONG = 700 };

#define NAME(f) f
#define ACC(x) PRAGMA(acc x)
#include "wavefronts.h"
#undef NAME
#undef ACC
#define NAME(f) plain_##f
#define ACC(x)
#include "wavefronts.h"

static double a[N][N], b[N][N], a2[N][N], b2[N][N];
static float f[N * N], f2[N * N];
static int h[N][N], h2[N][N], c[M][M][M], c2[M][M][M];
static char s[N], t[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        s[i] = i * 7 % 4;
        t[i] = i * 5 % 4;
        for (int j = 0; j < N; j++) {
            a[i][j] = a2[i][j] = (i * 7 + j * 3) % 11 + (i == j) * 50;
            b[i][j] = b2[i][j] = i - j;
            f[i * N + j] = f2[i * N + j] = (i * 5 + j) % 7;
            h[i][j] = h2[i][j] = 0;
        }
    }
    for (int i = 0; i < M * M * M; i++)
        (&c[0][0][0])[i] = (&c2[0][0][0])[i] = i % 13;
}

static int same(void)
{
    return !memcmp(a, a2, sizeof a) && !memcmp(b, b2, sizeof b) && !memcmp(f, f2, sizeof f) && !memcmp(h, h2, sizeof h) &&
           !memcmp(c, c2, sizeof c);
}

#define BOTH(f, with, without) fill(), f with, plain_##f without; CHECK(same())

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 17, 41, N};
    for (int k = 0; k < 8; k++) {
        int n = sizes[k], m = n > 3 ? n - 3 : n;
        BOTH(nine, (7, n, a), (7, n, a2));
        BOTH(nine, (n, 23, a), (n, 23, a2));
        BOTH(align, (n, m, s, t, h), (n, m, s, t, h2));
        BOTH(edges, (n, m, a), (n, m, a2));
        BOTH(edges, (m, n, a), (m, n, a2));
        BOTH(lower, (n, a), (n, a2));
        BOTH(upper, (n, a), (n, a2));
        BOTH(factors, (n, a), (n, a2));
        BOTH(mixed, (5, n, a, b), (5, n, a2, b2));
        BOTH(around, (5, n, a, b), (5, n, a2, b2));
        if (n > 0) {
            BOTH(five, (6, n, 19, (float(*)[19])f), (6, n, 19, (float(*)[19])f2));
            BOTH(five, (2, 31, n, (float(*)[n])f), (2, 31, n, (float(*)[n])f2));
        }
        if (n <= M) {
            BOTH(cube, (n, c), (n, c2));
        }
    }
    /* Fronts of several blocks. */
    double *x = malloc(2 * LONG * LONG * sizeof *x), *y = x + LONG * LONG, *z = malloc(LONG * LONG * sizeof *z);
    for (int k = 0; k < LONG * LONG; k++)
        x[k] = y[k] = k % 17, z[k] = k % 5;
    sor(LONG, LONG - 3, 1.25, x, z);
    plain_sor(LONG, LONG - 3, 1.25, y, z);
    sor(3, LONG, 1.25, x, z);
    plain_sor(3, LONG, 1.25, y, z);
    CHECK(!memcmp(x, y, LONG * LONG * sizeof *x));
    free(x);
    free(z);
    return CHECKED();
}
