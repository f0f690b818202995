// Triangles that a device's blocks go through in tiles: below and above the diagonal, with and without it, from either end, steeper and flatter ones, in layers; a matrix whose other half is filled; rows without columns, of which nothing is read. What comes out is what plain C leaves, bit for bit.
// run: -O2 -ffp-contract=off
// again: ACCRS_GPU_CC=80
// report: the device's blocks run it in tiles of 64 iterations of i by 64 of j, with a in shared memory, 16 iterations of k at a time
// expect: device kernels=30
// launch: tiles_triangles_lower_32 grid=3x3x1 block=32x4x1
// launch: tiles_triangles_strict_41 grid=3x3x1 block=32x8x1
// launch: tiles_triangles_upper_51 grid=3x3x1 block=32x4x1
// launch: tiles_triangles_above_61 grid=3x3x1 block=32x4x1
// launch: tiles_triangles_falling_68 grid=3x3x1 block=32x8x1
// launch: tiles_triangles_behind_75 grid=3x3x1 block=32x4x1
// launch: tiles_triangles_steep_82 grid=3x2x1 block=32x4x1
// launch: tiles_triangles_flat_89 grid=2x3x1 block=32x8x1
// launch: tiles_triangles_layers_96 grid=3x3x2 block=32x4x1
// launch: tiles_triangles_lacking_107 grid=3x3x1 block=32x8x1
#include "check.h"
#include <stdlib.h>
#include <string.h>

#define BOTH(name, T, DATA, BODY)                                           \
    static void name(int n, int m, const T *a, T *c)                        \
    {                                                                       \
        _Pragma(DATA)                                                       \
        BODY                                                                \
    }                                                                       \
    __attribute__((noinline)) static void plain_##name(int n, int m, const T *a, T *c) \
    {                                                                       \
        BODY                                                                \
    }
#define WHOLE "acc kernels copyin(a[0:n*m]) copy(c[0:2*n*n])"

BOTH(lower, float, WHOLE,
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i * n + j] *= 0.5f;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i * n + j] += 1.5f * a[i * m + k] * a[j * m + k];
    })

BOTH(strict, double, WHOLE,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
                sum += a[i * m + k] * a[j * m + k];
            c[i * n + j] = sum;
        })

/* A covariance: columns of the data, and both halves of the result. */
BOTH(upper, int, WHOLE,
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[k * n + i] * a[k * n + j];
            c[i * n + j] /= 3;
            c[j * n + i] = c[i * n + j];
        })

BOTH(above, float, WHOLE,
    for (int i = 0; i < n - 1; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[k * n + i] * a[k * n + j];
    )

BOTH(falling, double, WHOLE,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[i * m + k] * a[j * m + k];
    )

BOTH(behind, int, WHOLE,
    for (int i = 0; i < n; i++)
        for (int j = n - 1 - i; j < n; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] -= a[i * m + k] * a[j * m + k];
    )

BOTH(steep, float, WHOLE,
    for (int i = 0; i < n / 2; i++)
        for (int j = 0; j < 2 * i + 1; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[i * m + k] * a[j * m + k];
    )

BOTH(flat, double, WHOLE,
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (i + 1) / 2; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[i * m + k] * a[j * m + k];
    )

BOTH(layers, float, WHOLE,
    for (int p = 0; p < 2; p++)
        for (int i = 1; i < n; i++)
            for (int j = 0; j <= i; j++)
                for (int k = 0; k < m; k++)
                    c[(p * n + i) * n + j] += a[i * m + k] * a[j * m + k];
    )

#define BUT_FIRST "acc kernels copyin(a[m:n*m - m]) copy(c[0:2*n*n])"

/* Rows 0 and 1 have no columns. The device doesn't have row 0. */
BOTH(lacking, double, BUT_FIRST,
    for (int i = 0; i < n; i++)
        for (int j = 1; j < i; j++)
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[i * m + k] * a[j * m + k];
    )

#define TRY(name, T, n, m)                                                                     \
    do {                                                                                       \
        size_t of_a = (size_t)(n) * (m), of_c = 2 * (size_t)(n) * (n);                         \
        T *a = malloc(of_a * sizeof *a + 1), *c = malloc(of_c * sizeof *c + 1), *w = malloc(of_c * sizeof *w + 1); \
        for (size_t at = 0; at < of_a; at++)                                                   \
            a[at] = (T)((at * 37 % 101) * 0.25);                                               \
        for (size_t at = 0; at < of_c; at++)                                                   \
            c[at] = w[at] = (T)(at % 23);                                                      \
        name(n, m, a, c);                                                                      \
        plain_##name(n, m, a, w);                                                              \
        CHECK(!memcmp(c, w, of_c * sizeof *c));                                                \
        free(a);                                                                               \
        free(c);                                                                               \
        free(w);                                                                               \
    } while (0)
#define SIZES(name, T)       \
    do {                     \
        TRY(name, T, 150, 37); \
        TRY(name, T, 66, 5); \
        TRY(name, T, 3, 16); \
    } while (0)

int main(void)
{
    SIZES(lower, float);
    SIZES(strict, double);
    SIZES(upper, int);
    SIZES(above, float);
    SIZES(falling, double);
    SIZES(behind, int);
    SIZES(steep, float);
    SIZES(flat, double);
    SIZES(layers, float);
    SIZES(lacking, double);
    return CHECKED();
}
