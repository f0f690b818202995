// Nests that read along rows and write along columns, which a device's blocks go through in tiles: what lies along the other loop goes through shared
// memory. Sizes that are no multiple of a tile's, rows of unknown length, pointers that overlap, layers, updates in place, conditions, several types.
// run: -O2 -ffp-contract=off
// report: the device's blocks run it in tiles of 32 iterations of i by 32 of j, with b[j][i] through shared memory
// report: with to[j*n + i] through shared memory
// report: with a[i*m + j], b[i*m + j] through shared memory
// report: with c[i][j] through shared memory
// report: tiles of 32 iterations of i by 32 of k, with w[k][j][i] through shared memory
// expect: device kernels=12 in_order=1
// launch: tiles_staged_turn_32 grid=3x5x1 block=32x8x1
// launch: tiles_staged_asked_39 grid=3x5x1 block=32x8x1
// launch: tiles_staged_said_48 grid=5x3x1 block=32x8x1
// launch: tiles_staged_two_58 grid=5x3x1 block=32x8x1
// launch: tiles_staged_update_65 grid=5x3x1 block=32x8x1
// launch: tiles_staged_where_75 grid=4x3x1 block=32x8x1
// launch: tiles_staged_reversed_89 grid=3x5x11 block=32x8x1
// launch: tiles_staged_bytes_98 grid=3x5x1 block=32x8x1
// launch: tiles_staged_pointers_105 grid=3x5x1 block=32x8x1
#include "check.h"
#include <math.h>
#include <string.h>

enum { N = 131, M = 77, L = 11, ALL = N * M };
static double x[ALL], y[ALL], z[ALL], want[ALL];
static float fx[ALL], fy[ALL], fz[ALL + N], wantf[ALL + N];
static signed char cx[ALL], cy[ALL];
static float u[N][L][M - 10], w[M - 10][L][N];

static void turn(int n, int m, double (*a)[m], double (*b)[n])
{
#pragma acc kernels copyin(a[0:n]) copy(b[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j][i] = a[i][j];
}
static void asked(long n, unsigned m, const float *from, float *to)
{
#pragma acc kernels present(from[0:n*m], to[0:n*m])
    for (long i = 0; i < n; i++)
        for (unsigned j = 0; j <= m - 1; j++) {
            float t = from[i * m + j];
            to[j * n + i] = t * 2;
        }
}
// The user says that iterations are independent: pointers may lead anywhere then.
static void said(int n, int m, const float *a, float *b)
{
#pragma acc parallel loop copyin(a[0:n*m]) copy(b[0:n*m])
    for (int i = 0; i < n; i++) {
#pragma acc loop
        for (int j = 0; j < m; j++)
            b[j * n + i] += 3 * a[i * m + j];
    }
}
static void two(int n, int m, const float *restrict a, const float *restrict b, float *restrict c)
{
#pragma acc kernels copyin(a[0:n*m], b[0:n*m]) copy(c[0:n*m])
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            c[j * n + i] = sqrtf(a[i * m + j] * a[i * m + j]) + b[i * m + j] + c[j * n + i];
}
static void update(int n, int m, double (*restrict a)[m], double (*restrict b)[n])
{
#pragma acc kernels copyin(a[0:n]) copy(b[0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[j][i] *= a[i][j];
            if (b[j][i] > 40)
                b[j][i] -= j;
        }
}
static void where(int n, int m, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[m])
{
#pragma acc kernels copyin(a[0:m], c[0:n]) copy(b[0:m])
    for (int i = 2; i < n - 1; i++)
        for (int j = 0; j < m; j++) {
            double t;
            if (c[i][j] > 9)
                t = a[j][i];
            else
                t = c[i][j] - 1;
            if (a[j][i] != 3)
                b[j][i] = t;
        }
}
static void reversed(void)
{
#pragma acc kernels copyin(u) copyout(w)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < M - 10; k++)
                w[k][j][i] = u[i][j][k];
}
static void bytes(int n, int m, const signed char *restrict a, signed char *restrict b)
{
    int i, j;
#pragma acc kernels copyin(a[0:n*m]) copyout(b[0:n*m])
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            b[j * n + (n - 1 - i)] = a[i * m + j];
}
static void pointers(int n, int m, const double *restrict a, double *restrict b)
{
#pragma acc kernels copyin(a[0:n*m]) copyout(b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            *(b + j * n + i) = *(a + i * m + j) / (j + 1);
}
int main(void)
{
    int n = N, m = M;
    for (int i = 0; i < ALL; i++)
        x[i] = i % 97 / 3.0, fx[i] = i % 89 / 3.0f, fz[i] = i % 13 / 7.0f, cx[i] = (signed char)(i * 7), y[i] = i % 5;
    turn(n, m, (void *)x, (void *)z);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(z[j * n + i] == x[i * m + j]);
#pragma acc data copyin(fx) copy(fy)
    asked(n, m, fx, fy);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(fy[j * n + i] == fx[i * m + j] * 2);
    memcpy(wantf, fz, sizeof fz);
    said(n, m, fx, fz);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(fz[j * n + i] == (wantf[j * n + i] += 3 * fx[i * m + j]));
    two(n, m, fx, fy, fz);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(fz[j * n + i] == sqrtf(fx[i * m + j] * fx[i * m + j]) + fy[i * m + j] + wantf[j * n + i]);
    memcpy(want, z, sizeof z);
    update(n, m, (void *)y, (void *)z);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double v = want[j * n + i] * y[i * m + j];
            CHECK(z[j * n + i] == (v > 40 ? v - j : v));
        }
    memcpy(want, z, sizeof z);
    where(n, m, (void *)x, (void *)z, (void *)y);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double t = y[i * m + j] > 9 ? x[j * n + i] : y[i * m + j] - 1;
            CHECK(z[j * n + i] == (i >= 2 && i < n - 1 && x[j * n + i] != 3 ? t : want[j * n + i]));
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < m - 10; k++)
                u[i][j][k] = i * 3 + j * 100 + k;
    reversed();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < L; j++)
            for (int k = 0; k < m - 10; k++)
                CHECK(w[k][j][i] == i * 3 + j * 100 + k);
    bytes(n, m, cx, cy);
    pointers(n, m, x, z);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            CHECK(cy[j * n + (n - 1 - i)] == cx[i * m + j] && z[j * n + i] == x[i * m + j] / (j + 1));
    // No iterations, and one.
    memcpy(want, z, sizeof z);
    turn(0, m, (void *)x, (void *)z);
    CHECK(!memcmp(z, want, sizeof z));
    turn(1, 1, (void *)x, (void *)z);
    CHECK(z[0] == x[0]);

    // What is read begins in what is stored: in tiles it would be read when it has changed already.
    for (int i = 0; i < ALL + N; i++)
        fz[i] = wantf[i] = i % 31 / 3.0f;
    for (long i = 0; i < 60; i++)
        for (unsigned j = 0; j < 50; j++) {
            float t = wantf[100 + i * 50 + j];
            wantf[j * 60 + i] = t * 2;
        }
#pragma acc data copy(fz)
    asked(60, 50, fz + 100, fz);
    CHECK(!memcmp(fz, wantf, sizeof fz));
    return CHECKED();
}
