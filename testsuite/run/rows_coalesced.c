// Arrays of structures, and others of which each iteration has a row: on devices the rows go through a block's shared memory where nothing else leads to them.
// Each loop is also run by the host, and what no iteration stores has to stay what it was.
// expect: device kernels=34
#include "check.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1003, NX = 37, NY = 5, NZ = 3 };

struct particle { double x, y, z, vx, vy, vz; };
struct body { float pos[3], vel[3], mass, spin; };
struct mixed { int id; double w[4]; };
struct matrix { double m[3][3]; };

static struct particle p[N + 2], q[N + 2];
static struct body b[N], c[N];
static struct mixed e[N], f[N];
static struct matrix s[N], t[N];
static float d2[N * 9], d2new[N * 9], d2want[N * 9];
static double u[NZ][NY][NX][5], r[NZ][NY][NX][5], rw[NZ][NY][NX][5];
static double w[N][8], ww[N][8], v[N][27], sums[N], sw[N];
static long keys[N][6], kw[N][6];

static void start(void)
{
    for (int i = 0; i < N + 2; i++)
        p[i] = (struct particle){i, 2 * i, 3 * i, 1, i % 5, 0.5}, q[i] = p[i];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            b[i].pos[k] = i + k, b[i].vel[k] = k - 1;
        b[i].mass = 2, b[i].spin = i, c[i] = b[i];
        e[i].id = i;
        for (int k = 0; k < 4; k++)
            e[i].w[k] = k + i;
        f[i] = e[i];
        for (int k = 0; k < 9; k++)
            s[i].m[k / 3][k % 3] = i - k, d2[i * 9 + k] = i % 17 + k, d2new[i * 9 + k] = d2want[i * 9 + k] = -1;
        t[i] = s[i];
        for (int k = 0; k < 8; k++)
            w[i][k] = ww[i][k] = 100 * i + k;
        for (int k = 0; k < 27; k++)
            v[i][k] = i + k;
        for (int k = 0; k < 6; k++)
            keys[i][k] = kw[i][k] = 7L * i + k;
    }
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                for (int m = 0; m < 5; m++)
                    u[k][j][i][m] = i + 10 * j + 100 * k + m, r[k][j][i][m] = rw[k][j][i][m] = -m;
}

#define SAME(a, b) CHECK(memcmp(a, b, sizeof(a)) == 0)
#define PUSH(a, i) (a[i].x += 0.5 * a[i].vx, a[i].y += 0.5 * a[i].vy, a[i].z += 0.5 * a[i].vz)

/* In place, for lengths around a block's; only three words of six are stored. */
static void push(struct particle *a, int n)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i].x += 0.5 * a[i].vx;
        a[i].y += 0.5 * a[i].vy;
        a[i].z += 0.5 * a[i].vz;
    }
}

/* Variables of C89, bounds that are reached, a start that isn't 0, another element than the variable's. */
static void shifted(struct particle *a, int lo, int n)
{
    int i;
    double x;
#pragma acc parallel loop copy(a[0:N + 2]) private(x)
    for (i = lo; i <= n; i++) {
        x = a[i + 1].vx;
        a[i + 1].x = x;
        a[i + 1].y = x + 1;
        a[i + 1].vz = x + a[i + 1].y + i;
    }
}

static void relax(const float *restrict from, float *restrict to, int n)
{
    int cell, k;
#pragma acc parallel loop copyin(from[0:9 * n]) copy(to[0:9 * n]) private(k)
    for (cell = 0; cell < n; cell++) {
        float rho = 0;
        for (k = 0; k < 9; k++)
            rho += from[cell * 9 + k];
        for (k = 0; k < 9; k++)
            to[cell * 9 + k] = from[cell * 9 + k] - 0.5f * (from[cell * 9 + k] - rho / 9);
    }
}

/* Words 1, 2, 4, 5 and 6 of eight, through a variable that holds the row. */
static void parts(double *restrict a, unsigned n)
{
#pragma acc parallel loop copy(a[0:8 * n]) vector_length(64)
    for (size_t i = 0; i < n; i++) {
        size_t row = 8 * i;
        a[row + 1] = i;
        a[row + 2] = a[row + 1] + 1;
        for (int k = 6; k >= 4; k--)
            a[row + k] += a[row + 2];
    }
}

static void negative(double *restrict a, int lo, int hi)
{
#pragma acc parallel loop copy(a[0:8 * N]) num_gangs(2) vector_length(32)
    for (int i = lo; i < hi; i++)
        for (int k = 0; k < 8; k++)
            a[(i + 3) * 8 + k] *= i;
}

static void grids(void)
{
#pragma acc data copyin(u) copy(r)
    {
#pragma acc kernels loop independent
        for (int k = 0; k < NZ; k++)
#pragma acc loop independent
            for (int j = 0; j < NY; j++)
#pragma acc loop independent
                for (int i = 1; i < NX - 1; i++)
                    for (int m = 0; m < 5; m++)
                        r[k][j][i][m] = u[k][j][i + 1][m] - u[k][j][i - 1][m];
#pragma acc parallel loop gang
        for (int k = 0; k < NZ; k++)
#pragma acc loop worker
            for (int j = 0; j < NY - k; j++)
#pragma acc loop vector
                for (int i = k; i < NX - j; i++)
                    for (int m = 1; m < 5; m++)
                        r[k][j][i][m] += r[k][j][i][m - 1];
        /* Two loops of lanes one after the other: the second reads what the first has stored. */
#pragma acc parallel loop gang
        for (int k = 0; k < NZ; k++) {
#pragma acc loop vector
            for (int i = 0; i < NX; i++) {
                r[k][0][i][0] = i;
                r[k][0][i][1] = k;
                r[k][0][i][2] = i * k;
            }
#pragma acc loop vector
            for (int i = 0; i < NX; i++)
                r[k][1][i][3] = r[k][0][NX - 1 - i][2];
        }
    }
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 1; i < NX - 1; i++)
                for (int m = 0; m < 5; m++)
                    rw[k][j][i][m] = u[k][j][i + 1][m] - u[k][j][i - 1][m];
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY - k; j++)
            for (int i = k; i < NX - j; i++)
                for (int m = 1; m < 5; m++)
                    rw[k][j][i][m] += rw[k][j][i][m - 1];
    for (int k = 0; k < NZ; k++) {
        for (int i = 0; i < NX; i++)
            rw[k][0][i][0] = i, rw[k][0][i][1] = k, rw[k][0][i][2] = i * k;
        for (int i = 0; i < NX; i++)
            rw[k][1][i][3] = rw[k][0][NX - 1 - i][2];
    }
    SAME(r, rw);
}

static void kinds(void)
{
    /* Arrays in a structure, numbers of four bytes; what holds an array of two dimensions; whole numbers. */
#pragma acc parallel loop copy(b)
    for (unsigned i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            b[i].pos[k] += b[i].vel[k] * b[i].mass;
        b[i].spin = -b[i].spin;
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            c[i].pos[k] += c[i].vel[k] * c[i].mass;
        c[i].spin = -c[i].spin;
    }
    SAME(b, c);
#pragma acc parallel loop copy(s)
    for (int i = 0; i < N; i++) {
        double trace = 0;
        for (int k = 0; k < 3; k++)
            trace += s[i].m[k][k];
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                s[i].m[k][l] -= trace * (k == l);
    }
    for (int i = 0; i < N; i++) {
        double trace = t[i].m[0][0] + t[i].m[1][1] + t[i].m[2][2];
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++)
                t[i].m[k][l] -= trace * (k == l);
    }
    SAME(s, t);
#pragma acc parallel loop copy(keys) vector_length(256)
    for (long i = 0; i < N; i++)
        for (int k = 0; k < 6; k += 2) {
            keys[i][k] ^= keys[i][k + 1];
            keys[i][k + 1] = keys[i][k] << 1;
        }
    for (long i = 0; i < N; i++)
        for (int k = 0; k < 6; k += 2) {
            kw[i][k] ^= kw[i][k + 1];
            kw[i][k + 1] = kw[i][k] << 1;
        }
    SAME(keys, kw);
    /* Long rows that are only read. */
#pragma acc parallel loop copyin(v) copyout(sums)
    for (int i = 0; i < N; i++) {
        double sum = 0;
#pragma acc loop seq
        for (int k = 0; k < 27; k++)
            sum = sum * 0.5 + v[i][k];
        sums[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        sw[i] = 0;
        for (int k = 0; k < 27; k++)
            sw[i] = sw[i] * 0.5 + v[i][k];
    }
    SAME(sums, sw);
    /* Numbers of several sizes in one structure. */
#pragma acc parallel loop copy(e)
    for (int i = 0; i < N; i++) {
        e[i].id++;
        for (int k = 0; k < 4; k++)
            e[i].w[k] += e[i].id;
    }
    for (int i = 0; i < N; i++) {
        f[i].id++;
        for (int k = 0; k < 4; k++)
            f[i].w[k] += f[i].id;
    }
    for (int i = 0; i < N; i++)
        CHECK(e[i].id == f[i].id && memcmp(e[i].w, f[i].w, sizeof e[i].w) == 0);
}

/* Rows that are stored under a condition, behind a jump, or by a subscript out of memory; neighbours' rows; another name for the row. */
static void others(struct particle *a, struct particle *same, const int *where, int n)
{
    memcpy(q, a, sizeof q);
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++)
        if (i % 3 == 0) {
            a[i].x = 1;
            a[i].y = 2;
            a[i].z = 3;
        }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        if (i % 3)
            continue;
        a[i].x += 1;
        a[i].y += 2;
        a[i].z += 3;
    }
    for (int i = 0; i < n; i++)
        if (i % 3 == 0)
            q[i].x = 2, q[i].y = 4, q[i].z = 6;
    CHECK(memcmp(a, q, sizeof q) == 0);
#pragma acc parallel loop copy(a[0:n]) copyin(where[0:n])
    for (int i = 0; i < n; i++) {
        a[where[i]].vx = i;
        a[where[i]].vy = i + 1;
        a[where[i]].vz = i + 2;
    }
#pragma acc data copy(a[0:n])
#pragma acc parallel loop present(a, same)
    for (int i = 0; i < n; i++) {
        a[i].x = i;
        a[i].y = same[i].x + 1;
        a[i].z = same[i].y + 1;
    }
}

static void row_by_pointer(struct particle *a, int n)
{
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        struct particle *one = a + i;
        a[i].x = 5;
        one->x += 1;
        a[i].y = a[i].x;
        a[i].z = one->y;
    }
}

int main(void)
{
    static const int lengths[] = {0, 1, 31, 127, 128, 129, 500, N};
    static int where[N];
    start();
    for (int l = 0; l < 8; l++) {
        push(p, lengths[l]);
        for (int i = 0; i < lengths[l]; i++)
            PUSH(q, i);
        SAME(p, q);
        relax(d2, d2new, lengths[l]);
    }
    for (int i = 0; i < N; i++) {
        float rho = 0;
        for (int k = 0; k < 9; k++)
            rho += d2[i * 9 + k];
        for (int k = 0; k < 9; k++)
            d2want[i * 9 + k] = d2[i * 9 + k] - 0.5f * (d2[i * 9 + k] - rho / 9);
    }
    for (int i = 0; i < 9 * N; i++)
        CHECK(d2new[i] == d2want[i]);
    shifted(p, 0, N);
    for (int i = 0; i <= N; i++) {
        double x = q[i + 1].vx;
        q[i + 1].x = x, q[i + 1].y = x + 1, q[i + 1].vz = x + x + 1 + i;
    }
    SAME(p, q);
    shifted(p, 7, 300);
    shifted(p, 8, 7);
    for (int i = 7; i <= 300; i++) {
        double x = q[i + 1].vx;
        q[i + 1].x = x, q[i + 1].y = x + 1, q[i + 1].vz = x + x + 1 + i;
    }
    SAME(p, q);
    parts(w[0], N);
    negative(w[0], -3, 200);
    for (int i = 0; i < N; i++) {
        ww[i][1] = i, ww[i][2] = i + 1;
        for (int k = 4; k <= 6; k++)
            ww[i][k] += i + 1;
    }
    for (int i = -3; i < 200; i++)
        for (int k = 0; k < 8; k++)
            ww[i + 3][k] *= i;
    SAME(w, ww);
    grids();
    kinds();
    for (int i = 0; i < N; i++)
        where[i] = (i * 10) % N;
    others(p, p, where, N);
    for (int i = 0; i < N; i++)
        CHECK(p[i].x == i && p[i].y == i + 1 && p[i].z == i + 2 && p[where[i]].vy == i + 1);
    row_by_pointer(p, N);
    for (int i = 0; i < N; i++)
        CHECK(p[i].x == 6 && p[i].y == 6 && p[i].z == 6);
    return CHECKED();
}
