// Products of double in a device's tiles, added by tensor cores where a GPU has them: whatever the sizes, whichever factor is turned, with factors around them, in triangles, and with zeros' signs, infinities and NaNs. On a GPU each sum is what fma() makes of its products in their order, bit for bit; elsewhere products are rounded first.
// run: -O2 -ffp-contract=off --acc-fma=true
// again: ACCRS_GPU_CC=80
// again: ACCRS_GPU_CC=90
// report: The tensor cores of GPUs that have fast ones for double (sm_80, sm_90, sm_100) add the products
// expect: device kernels=47
#include "check.h"
#include <math.h>
#include <openacc.h>
#include <stdlib.h>
#include <string.h>

static double alpha = 1.1, beta = 0.9;

/* A product added to a sum, as the device does it. */
static int fused;
static double add(double x, double y, double sum)
{
    return fused ? fma(x, y, sum) : sum + x * y;
}

/* A construct, and what it must leave: `sum` of the same loops with add(). */
#define BOTH(name, BODY, WANTED)                                                                   \
    static void name(int n, int m, int l, const double *a, const double *b, double *c)             \
    {                                                                                              \
        _Pragma("acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])")                           \
        BODY                                                                                       \
    }                                                                                              \
    static void want_##name(int n, int m, int l, const double *a, const double *b, double *c)      \
    {                                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            for (int j = 0; j < m; j++)                                                            \
                WANTED                                                                             \
    }

BOTH(plain,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
    ,
    for (int k = 0; k < l; k++)
        c[i * m + j] = add(a[i * l + k], b[k * m + j], c[i * m + j]);
    )

/* The sum is a scalar, which starts anew; what is behind the loop rounds nothing. */
BOTH(scalar,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < l; k++)
                s += a[i * l + k] * b[k * m + j];
            c[i * m + j] = 2 * s;
        }
    ,
    {
        double s = 0;
        for (int k = 0; k < l; k++)
            s = add(a[i * l + k], b[k * m + j], s);
        c[i * m + j] = 2 * s;
    })

BOTH(first_turned,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] += b[k * m + j] * a[k * n + i];
    ,
    for (int k = 0; k < l; k++)
        c[i * m + j] = add(a[k * n + i], b[k * m + j], c[i * m + j]);
    )

BOTH(second_turned,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] = c[i * m + j] + a[i * l + k] * b[j * l + k];
    ,
    for (int k = 0; k < l; k++)
        c[i * m + j] = add(a[i * l + k], b[j * l + k], c[i * m + j]);
    )

BOTH(both_turned,
    for (int j = 0; j < m; j++)
        for (int k = 0; k < l; k++)
            for (int i = 0; i < n; i++)
                c[i * m + j] = a[k * n + i] * b[j * l + k] + c[i * m + j];
    ,
    for (int k = 0; k < l; k++)
        c[i * m + j] = add(a[k * n + i], b[j * l + k], c[i * m + j]);
    )

/* Factors of all, of rows and of columns. */
BOTH(scaled,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i * m + j] *= beta;
            for (int k = 0; k < l; k++)
                c[i * m + j] += alpha * a[i * l + k] * b[k * m + j];
        }
    ,
    {
        c[i * m + j] *= beta;
        for (int k = 0; k < l; k++)
            c[i * m + j] = add(alpha * a[i * l + k], b[k * m + j], c[i * m + j]);
    })

BOTH(taken_away,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] -= a[i * l + k] * (b[k * m + j] / 3);
    ,
    for (int k = 0; k < l; k++)
        c[i * m + j] = add(-a[i * l + k], b[k * m + j] / 3, c[i * m + j]);
    )

/* Numbers of other types become double before they are multiplied. */
static void narrow(int n, int m, int l, const float *a, const unsigned char *b, double *c)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] -= (double)a[i * l + k] * b[k * m + j];
}

/* Two sums at once, of which each has its products in their order. */
static void two(int n, int m, int l, const double *a, const double *b, double *c, double *d)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copyout(c[0:n*m], d[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0, t = 0;
            for (int k = 0; k < l; k++) {
                s += a[i * l + k] * b[k * m + j];
                t -= (a[i * l + k] + 1) * b[k * m + j];
            }
            c[i * m + j] = s;
            d[i * m + j] = t;
        }
}

/* Rows have sums of other lengths, or other columns. */
static void lower(int n, const double *a, const double *b, double *c)
{
#pragma acc kernels copyin(a[0:n*n], b[0:n*n]) copy(c[0:n*n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
static void half(int n, int l, const double *a, double *c)
{
#pragma acc kernels copyin(a[0:n*l]) copy(c[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < l; k++)
                c[i * n + j] += a[i * l + k] * a[j * l + k];
}

static unsigned long long seed = 1;
static double number(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / (1ull << 52) - 1;
}
static double *numbers(int n)
{
    double *all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++)
        all[i] = number();
    return all;
}

/* NaNs are alike. */
static int same(int n, const double *found, const double *wanted)
{
    for (int i = 0; i < n; i++) {
        const double x = found[i], y = wanted[i];
        if (x != x ? y == y : memcmp(&x, &y, sizeof x) != 0)
            return 0;
    }
    return 1;
}

typedef void Product(int, int, int, const double *, const double *, double *);
static void compare(Product *run, Product *wanted, const int *size, const double *a, const double *b, const double *c)
{
    const int n = size[0], m = size[1];
    double *found = malloc(n * m * sizeof *found), *right = malloc(n * m * sizeof *right);
    memcpy(found, c, n * m * sizeof *c);
    memcpy(right, c, n * m * sizeof *c);
    run(n, m, size[2], a, b, found);
    wanted(n, m, size[2], a, b, right);
    CHECK(same(n * m, found, right));
    free(found);
    free(right);
}

static void narrow_factors(void)
{
    enum { N = 40, M = 37, L = 23 };
    static float a[N * L];
    static unsigned char b[L * M];
    static double c[N * M], wanted[N * M];
    for (int i = 0; i < N * L; i++)
        a[i] = (float)number();
    for (int i = 0; i < L * M; i++)
        b[i] = (unsigned char)(i * 7);
    narrow(N, M, L, a, b, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < L; k++)
                wanted[i * M + j] = add(-(double)a[i * L + k], b[k * M + j], wanted[i * M + j]);
    CHECK(same(N * M, c, wanted));
}

static void triangles(void)
{
    enum { N = 77, L = 21 };
    double *a = numbers(N * N), *b = numbers(N * N), *c = numbers(N * N), *wanted = malloc(N * N * sizeof *wanted);
    memcpy(wanted, c, N * N * sizeof *c);
    lower(N, a, b, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k <= i; k++)
                wanted[i * N + j] = add(a[i * N + k], b[k * N + j], wanted[i * N + j]);
    CHECK(same(N * N, c, wanted));
    half(N, L, a, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < L; k++)
                wanted[i * N + j] = add(a[i * L + k], a[j * L + k], wanted[i * N + j]);
    CHECK(same(N * N, c, wanted));
    free(a), free(b), free(c), free(wanted);
}

/* What would show if a product were added that isn't the program's. */
static void limits(void)
{
    static const int size[] = {70, 41, 21};
    enum { N = 70, M = 41, L = 21 };
    static double a[N * L], b[L * M], c[N * M];
    /* Sums of -0 stay so. */
    for (int i = 0; i < L * M; i++)
        b[i] = -1;
    for (int i = 0; i < N * M; i++)
        c[i] = -0.0;
    compare(plain, want_plain, size, a, b, c);
    /* Infinities and NaNs at the ends of all loops stay in their rows and columns. */
    for (int i = 0; i < N * L; i++)
        a[i] = number();
    for (int i = 0; i < L * M; i++)
        b[i] = number();
    a[(N - 1) * L] = INFINITY;
    a[3 * L + L - 1] = -INFINITY;
    a[63 * L + 15] = NAN;
    b[M - 1] = NAN;
    b[(L - 1) * M + 5] = INFINITY;
    b[(L - 1) * M + 6] = 0;
    c[0] = INFINITY;
    compare(plain, want_plain, size, a, b, c);
    compare(scaled, want_scaled, size, a, b, c);
    /* Subnormal numbers. */
    for (int i = 0; i < N * L; i++)
        a[i] = i % 5 * 0x1p-1040;
    for (int i = 0; i < L * M; i++)
        b[i] = (i % 7 - 3) * 0x1p-20;
    memset(c, 0, sizeof c);
    compare(plain, want_plain, size, a, b, c);
}

int main(void)
{
#ifdef _OPENACC
    fused = acc_get_device_type() == acc_device_nvidia;
#endif
    /* Rests of rows, of columns and of the loop in order: of 16 iterations, of 4, of none, and whole ones. */
    static const int sizes[][3] = {{64, 64, 32}, {70, 75, 37}, {65, 130, 16}, {33, 32, 3}, {129, 40, 54}};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (int s = 0; s < SIZES; s++) {
        const int *size = sizes[s], n = size[0], m = size[1], l = size[2];
        double *a = numbers(n * l), *b = numbers(l * m), *c = numbers(n * m);
        compare(plain, want_plain, size, a, b, c);
        compare(scalar, want_scalar, size, a, b, c);
        compare(first_turned, want_first_turned, size, a, b, c);
        compare(second_turned, want_second_turned, size, a, b, c);
        compare(both_turned, want_both_turned, size, a, b, c);
        compare(scaled, want_scaled, size, a, b, c);
        compare(taken_away, want_taken_away, size, a, b, c);

        double *d = malloc(n * m * sizeof *d), *e = malloc(n * m * sizeof *e), *f = malloc(n * m * sizeof *f);
        two(n, m, l, a, b, d, e);
        want_scalar(n, m, l, a, b, f);
        for (int i = 0; i < n * m; i++)
            d[i] *= 2;
        CHECK(same(n * m, d, f));
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                double sum = 0;
                for (int k = 0; k < l; k++)
                    sum = add(-(a[i * l + k] + 1), b[k * m + j], sum);
                f[i * m + j] = sum;
            }
        CHECK(same(n * m, e, f));
        free(a), free(b), free(c), free(d), free(e), free(f);
    }
    narrow_factors();
    triangles();
    limits();
    return CHECKED();
}
