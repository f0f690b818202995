// Iterations in order that sum up what those before have left: the cores take the sums of some of them together, as long as all of them run, and each
// sum has its terms in the order in which C has them. In elements and scalars, in variables and SIMD lanes, with headers of C89, in members,
// with what iterations compute before and behind their sums; and nests that only look like it, which stay as they are.
// run: -O2 -ffp-contract=off
// report: the host's cores take the sums of 8 iterations of i together, as long as all of them run
// report: the host's cores take the sums of 16 iterations of i together, as long as all of them run
// report: the host's cores take the sums of 32 iterations of i together, as long as all of them run
// report: the host's cores take the sums of 4 iterations of i together, as long as all of them run
// report: the host's cores take the sums of 8 iterations of j together, as long as all of them run
// expect: multicore host_kernels=38
#include "check.h"
#include <math.h>
#include <openacc.h>
#include <string.h>

enum { N = 77, M = 80 };
static double A[N][M], C[N][M], z[M], y[M], u[M], v[M];
static float zf[M], yf[M], Af[N][M];
static struct { double z[M]; int n; } inside;


#define TERMS(first, until, statement)  \
    for (k = first; k < until; k++)     \
        statement;

#define REGION PRAGMA(acc kernels)
#define NAME(nest) nest
#include "sums_ahead.h"
#undef REGION
#undef NAME
#define REGION
#define NAME(nest) plain_##nest
#include "sums_ahead.h"

static void fill(void)
{
    for (int i = 0; i < M; i++) {
        z[i] = 1 + i % 7 * 0.25;
        y[i] = 2 - i % 5 * 0.5;
        u[i] = i % 3, v[i] = 1 - i % 4 * 0.5;
        inside.z[i] = z[i];
        zf[i] = (float)z[i], yf[i] = (float)y[i];
    }
    inside.n = N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            A[i][j] = ((i * 7 + j * 13) % 31 - 15) / 256.0;
            Af[i][j] = (float)A[i][j];
            C[i][j] = (i == j) * 40 + (i * 3 + j * 5) % 11 / 8.0;
        }
}

/* All that the nests write. */
struct left {
    double A[N][M], C[N][M], z[M], y[M], u[M], v[M], inside[M];
    float zf[M];
};

static struct left keep(void)
{
    struct left all;
    memset(&all, 0, sizeof all);
    memcpy(all.A, A, sizeof A), memcpy(all.C, C, sizeof C);
    memcpy(all.z, z, sizeof z), memcpy(all.y, y, sizeof y);
    memcpy(all.u, u, sizeof u), memcpy(all.v, v, sizeof v);
    memcpy(all.inside, inside.z, sizeof inside.z), memcpy(all.zf, zf, sizeof zf);
    return all;
}

static struct left with, without;

/* Devices, and OpenMP's reductions, add the terms of some sums in another order. */
#define SAME(array) \
    for (size_t i = 0; i < sizeof with.array / sizeof *with.array; i++) \
        CHECK(fabs((double)with.array[i] - (double)without.array[i]) <= 1e-9 * (1 + fabs((double)without.array[i])));

#define BOTH(nest, ...)                 \
    do {                                \
        fill();                         \
        plain_##nest(__VA_ARGS__);      \
        without = keep();               \
        fill();                         \
        nest(__VA_ARGS__);              \
        with = keep();                  \
        if (exact)                      \
            CHECK(!memcmp(&with, &without, sizeof with)); \
        SAME(z)                         \
        SAME(u)                         \
        SAME(inside)                    \
    } while (0)

int main(void)
{
#ifdef _OPENACC
    int exact = acc_get_device_type() == acc_device_host;
#else
    int exact = 0;
#endif
    BOTH(element, N);
    BOTH(scalar, N, A[0], z, y);
    BOTH(scalar, 30, A[0], &A[20][0], &A[20][3]);
    BOTH(lanes, N);
    BOTH(floats, N);
    BOTH(member);
    BOTH(two, N);
    BOTH(around, N);
    BOTH(elimination, N);
    BOTH(cholesky, N);
    BOTH(own_element, N);
    BOTH(before, N);
    BOTH(far_enough, N);
    BOTH(near, N);
    BOTH(counter, N);
    BOTH(twice, N);
    BOTH(back, N);
    BOTH(written_ahead, N);
    for (int n = 0; n < 20; n++)
        BOTH(element, n);
    return CHECKED();
}
