// Nests that a device's blocks go through in tiles: products with the loops in any order, turned operands, several sums, batches, sizes that are no multiple of a tile's, loops without iterations, pointers that overlap. What comes out is what plain C leaves, bit for bit.
// run: -O2 -ffp-contract=off
// again: ACCRS_GPU_CC=80
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j, with a, b in shared memory, 16 iterations of k at a time
// report: with a, w, b, b2 in shared memory
// report: with sa, sb in shared memory
// report: with ia, ib in shared memory
// expect: device kernels=16 in_order=1
// launch: tiles_device_ikj_28 grid=2x3x1 block=32x4x1
// launch: tiles_device_kij_43 grid=2x3x1 block=32x8x1
// launch: tiles_device_same_58 grid=3x3x1 block=32x8x1
// launch: tiles_device_turned_76 grid=2x3x1 block=32x4x1
// launch: tiles_device_both_104 grid=2x3x1 block=32x16x1
// launch: tiles_device_batch_137 grid=1x2x3 block=32x4x1
// launch: tiles_device_guarded_198 grid=3x33x1 block=32x4x1
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { SN = 330, SM = 390, SK = 37 };
static double sa[SN][SK], sb[SK][SM], sc[SN][SM], want_sc[SN][SM];
static float fa[SN][SK], fb[SM][SK], fc[SN][SM], want_fc[SN][SM];
static int ia[SK][SN], ib[SM][SK], ic[SN][SM], want_ic[SN][SM];

static void ikj(int n, int m, int l, const float *a, const float *b, float *c)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < l; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
__attribute__((noinline)) static void plain_ikj(int n, int m, int l, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < l; k++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
static void kij(int n, int m, int l, const double *a, const double *b, double *c)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])
    for (int k = 0; k < l; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
__attribute__((noinline)) static void plain_kij(int n, int m, int l, const double *a, const double *b, double *c)
{
    for (int k = 0; k < l; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
static void same(int n, double a[n][n], double b[n][n], double c[n][n], double beta)
{
#pragma acc kernels copyin(a[0:n][0:n], b[0:n][0:n]) copy(c[0:n][0:n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) c[i][j] *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}
__attribute__((noinline)) static void plain_same(int n, double a[n][n], double b[n][n], double c[n][n], double beta)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) c[i][j] *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}
static void turned(long n, unsigned m, int l, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma acc parallel loop copyin(a[0:n*l], b[0:l*m]) copyout(c[0:n*m])
    for (long i = 0; i < n; i++) {
#pragma acc loop
        for (unsigned j = 0; j < m; j++) {
            float s = 1;
#pragma acc loop seq
            for (int k = 0; k < l; k++)
                s -= a[k * n + i] * b[j * l + k];
            c[i * m + j] = s * 2 + i;
        }
    }
}
__attribute__((noinline)) static void plain_turned(long n, unsigned m, int l, const float *restrict a, const float *restrict b, float *restrict c)
{
    for (long i = 0; i < n; i++) {
        for (unsigned j = 0; j < m; j++) {
            float s = 1;
            for (int k = 0; k < l; k++)
                s -= a[k * n + i] * b[j * l + k];
            c[i * m + j] = s * 2 + i;
        }
    }
}
static void both(int n, int m, int l, const double *a, const double *b, const double *b2, const double *w, double *c, double *d)
{
    int i, j, k;
    double s, t;
#pragma acc kernels copyin(a[0:n*l], b[0:l*m], b2[0:l*m], w[0:l]) copyout(c[0:n*m], d[0:n*m])
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            s = 0;
            t = j;
            for (k = 0; k < l; k++) {
                double p = a[i * l + k] * w[k];
                s += p * b[k * m + j];
                t = t + p * b2[k * m + j] - k;
            }
            c[i * m + j] = s;
            d[i * m + j] = t;
        }
}
__attribute__((noinline)) static void plain_both(int n, int m, int l, const double *a, const double *b, const double *b2, const double *w, double *c, double *d)
{
    int i, j, k;
    double s, t;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            s = 0;
            t = j;
            for (k = 0; k < l; k++) {
                double p = a[i * l + k] * w[k];
                s += p * b[k * m + j];
                t = t + p * b2[k * m + j] - k;
            }
            c[i * m + j] = s;
            d[i * m + j] = t;
        }
}
static void batch(int r, int n, int m, int l, float (*a)[n][l], float (*b)[l][m], float (*c)[n][m])
{
#pragma acc kernels copyin(a[0:r][0:n][0:l], b[0:r][0:l][0:m]) copyout(c[0:r][0:n][0:m])
    for (int q = 0; q < r; q++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                float s = 0;
                for (int k = 0; k < l; k++)
                    s += a[q][i][k] * b[q][k][j];
                c[q][i][j] = s;
            }
}
__attribute__((noinline)) static void plain_batch(int r, int n, int m, int l, float (*a)[n][l], float (*b)[l][m], float (*c)[n][m])
{
    for (int q = 0; q < r; q++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                float s = 0;
                for (int k = 0; k < l; k++)
                    s += a[q][i][k] * b[q][k][j];
                c[q][i][j] = s;
            }
}
static void from(int n, int m, int l, const float *a, const float *b, float *c)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])
    for (int i = 1; i <= n - 2; i++)
        for (int j = 3; j < m - 1; j++)
            for (int k = 2; k <= l - 1; k++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
__attribute__((noinline)) static void plain_from(int n, int m, int l, const float *a, const float *b, float *c)
{
    for (int i = 1; i <= n - 2; i++)
        for (int j = 3; j < m - 1; j++)
            for (int k = 2; k <= l - 1; k++)
                c[i * m + j] += a[i * l + k] * b[k * m + j];
}
/* Pointers that may overlap: the launch asks. */
static void asked(int n, const float *a, const float *b, float *c)
{
#pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
__attribute__((noinline)) static void plain_asked(int n, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}
/* What only some threads read stays where it is: a condition keeps the nest as it is. */
static void guarded(int n, int m, int l, const float *a, const float *b, float *c)
{
#pragma acc kernels copyin(a[0:n*l], b[0:l*m]) copy(c[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] += k != i ? a[i * l + k] * b[k * m + j] : 0;
}
__attribute__((noinline)) static void plain_guarded(int n, int m, int l, const float *a, const float *b, float *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < l; k++)
                c[i * m + j] += k != i ? a[i * l + k] * b[k * m + j] : 0;
}
/* Two loops in order with one variable, and elements that are the same in all iterations of one. */
static void twice(int n, int m, int l, const float *a, const float *b, const float *y, const float *z, float *c)
{
    int k;
#pragma acc kernels copyin(a[0:n*l], b[0:l*m], y[0:m], z[0:n]) copyout(c[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (k = 0; k < l - 9; k++)
                s += a[i * l + k] * (b[k * m + j] + y[j]);
            for (k = 9; k < l; k++)
                s -= (a[i * l + k] - z[i]) * b[k * m + j];
            c[i * m + j] = s;
        }
}
__attribute__((noinline)) static void plain_twice(int n, int m, int l, const float *a, const float *b, const float *y, const float *z, float *c)
{
    int k;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (k = 0; k < l - 9; k++)
                s += a[i * l + k] * (b[k * m + j] + y[j]);
            for (k = 9; k < l; k++)
                s -= (a[i * l + k] - z[i]) * b[k * m + j];
            c[i * m + j] = s;
        }
}
static void fixed(void)
{
#pragma acc kernels
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            sc[i][j] = 0;
            for (int k = 0; k < SK; k++)
                sc[i][j] += 1.5 * sa[i][k] * sb[k][j];
        }
#pragma acc parallel loop
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            double s = 0;
            for (int k = 0; k < SK; k++)
                s += fa[i][k] * fb[j][k];
            fc[i][j] = s;
        }
#pragma acc parallel loop
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            int s = i;
            for (int k = 0; k < SK; k++)
                s ^= ia[k][i] * (ib[j][k] + k);
            ic[i][j] = s;
        }
}
__attribute__((noinline)) static void plain_fixed(void)
{
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            want_sc[i][j] = 0;
            for (int k = 0; k < SK; k++)
                want_sc[i][j] += 1.5 * sa[i][k] * sb[k][j];
        }
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            double s = 0;
            for (int k = 0; k < SK; k++)
                s += fa[i][k] * fb[j][k];
            want_fc[i][j] = s;
        }
    for (int i = 0; i < SN; i++)
        for (int j = 0; j < SM; j++) {
            int s = i;
            for (int k = 0; k < SK; k++)
                s ^= ia[k][i] * (ib[j][k] + k);
            want_ic[i][j] = s;
        }
}

enum { ROOM = 200 * 200 };
static float a[ROOM], b[ROOM], c[ROOM], want_c[ROOM];
static double x[ROOM], y[ROOM], y2[ROOM], w[200], z[ROOM], z2[ROOM], want_z[ROOM], want_z2[ROOM];

static void start(void)
{
    for (int q = 0; q < ROOM; q++) {
        a[q] = (q * 7 % 23 - 11) / 3.0f;
        b[q] = (q * 5 % 19 - 9) / 7.0f;
        c[q] = want_c[q] = q % 13;
        x[q] = (q * 7 % 29 - 14) / 3.0;
        y[q] = (q * 5 % 31 - 15) / 7.0;
        y2[q] = (q * 3 % 17 - 8) / 11.0;
        z[q] = want_z[q] = z2[q] = want_z2[q] = q % 11;
    }
    for (int q = 0; q < 200; q++)
        w[q] = (q % 9 - 4) / 3.0;
}

/* The same with the construct and as plain C, which has the other arrays. */
#define FLOATS(name, ...)                    \
    do {                                     \
        start();                             \
        float *to = c;                       \
        name(__VA_ARGS__, to);               \
        to = want_c;                         \
        plain_##name(__VA_ARGS__, to);       \
        CHECK(!memcmp(c, want_c, sizeof c)); \
    } while (0)
#define DOUBLES(name, ...)                   \
    do {                                     \
        start();                             \
        double *to = z, *more = z2;          \
        name(__VA_ARGS__);                   \
        to = want_z, more = want_z2;         \
        plain_##name(__VA_ARGS__);           \
        (void)more;                          \
        CHECK(!memcmp(z, want_z, sizeof z) && !memcmp(z2, want_z2, sizeof z2)); \
    } while (0)

int main(void)
{
    int n = 131, m = 77, l = 53;
    FLOATS(ikj, n, m, l, a, b);
    FLOATS(ikj, n, m, 0, a, b);
    FLOATS(ikj, 0, m, 3, a, b);
    FLOATS(turned, n, m, l, a, b);
    FLOATS(from, n, m, l, a, b);
    FLOATS(guarded, n, m, l, a, b);
    FLOATS(asked, 100, a, b);
    DOUBLES(kij, n, m, l, x, y, to);
    DOUBLES(same, n, (double (*)[n])x, (double (*)[n])y, (double (*)[n])to, 0.75);
    DOUBLES(both, n, m, l, x, y, y2, w, to, more);
    FLOATS(twice, n, m, l, a, b, b + 7, a + 9);
    start();
    batch(3, 90, 50, 20, (void *)a, (void *)b, (void *)c);
    plain_batch(3, 90, 50, 20, (void *)a, (void *)b, (void *)want_c);
    CHECK(!memcmp(c, want_c, sizeof c));

    /* c begins in b: in tiles b would be read when it has changed already. */
    start();
    memcpy(want_c, b, sizeof b);
    plain_asked(20, a, want_c, want_c + 100);
    asked(20, a, b, b + 100);
    CHECK(!memcmp(b, want_c, sizeof b));

    for (int q = 0; q < SN * SK; q++) {
        (&sa[0][0])[q] = q % 23 / 3.0;
        (&fa[0][0])[q] = q % 19 / 3.0f;
        (&ia[0][0])[q] = q * 7;
    }
    for (int q = 0; q < SM * SK; q++) {
        (&sb[0][0])[q] = q % 29 / 7.0;
        (&fb[0][0])[q] = q % 31 / 7.0f;
        (&ib[0][0])[q] = q * 5 - 300;
    }
    fixed();
    plain_fixed();
    CHECK(!memcmp(sc, want_sc, sizeof sc) && !memcmp(fc, want_fc, sizeof fc) && !memcmp(ic, want_ic, sizeof ic));
    return CHECKED();
}
