// Rows of arrays that go through a block's shared memory in loops that `collapse` makes one: the strip of a block may reach over the ends of lines.
// expect: device kernels=22
#include "check.h"
#include <string.h>

enum { NX = 37, NY = 11, NZ = 5 };
struct cell { double rho, u, v, e; };

static double a[NZ][NY][NX][5], b[NZ][NY][NX][5], want[NZ][NY][NX][5];
static struct cell cells[NY * NX], same[NY * NX];
static float from[NY * NX * 9], to[NY * NX * 9], to_want[NY * NX * 9];

static void relax(const float *restrict f, float *restrict g, int ny, int nx)
{
#pragma acc parallel loop collapse(2) copyin(f[0:9 * NX * NY]) copy(g[0:9 * NX * NY])
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            float rho = 0;
            for (int q = 0; q < 9; q++)
                rho += f[(j * nx + i) * 9 + q];
            for (int q = 0; q < 9; q++)
                g[(j * nx + i) * 9 + q] = f[(j * nx + i) * 9 + q] + rho;
        }
}

static void relaxed(int ny, int nx)
{
    for (int at = 0; at < ny * nx; at++) {
        float rho = 0;
        for (int q = 0; q < 9; q++)
            rho += from[at * 9 + q];
        for (int q = 0; q < 9; q++)
            to_want[at * 9 + q] = from[at * 9 + q] + rho;
    }
}

/* In place, bounds that are reached, variables of C89, a start below the others' rows. */
static void cells_of(struct cell *c, int lo, int ny, int nx)
{
    int i, j;
    double x;
#pragma acc parallel loop collapse(2) copy(c[0:NX * NY]) private(x)
    for (j = lo; j <= ny; j++)
        for (i = lo + 1; i < nx; i++) {
            x = c[j * NX + i].rho;
            c[j * NX + i].u += x;
            c[j * NX + i].v -= x;
            c[j * NX + i].e = x + c[j * NX + i].u + i + 100 * j;
        }
}

static void inside(int nz, int ny, int nx)
{
#pragma acc parallel loop collapse(3) copyin(a) copy(b) vector_length(64)
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                for (int m = 0; m < 5; m++)
                    b[k][j][i][m] = a[k][j][i + 1][m] - a[k][j - 1][i][m] + a[k + 1][j][i][m];
}

static void each_line(int nz, int ny, int nx)
{
#pragma acc parallel loop gang copy(b)
    for (int k = 0; k < nz; k++)
#pragma acc loop vector collapse(2)
        for (long j = 0; j < ny; j++)
            for (size_t i = 0; i < (size_t)nx; i++)
                for (int m = 1; m < 5; m++)
                    b[k][j][i][m] += b[k][j][i][m - 1];
}

/* The number of columns differs from row to row. */
static void triangle(int ny)
{
#pragma acc parallel loop copy(b)
    for (int j = 0; j < ny; j++)
#pragma acc loop
        for (int i = 0; i <= j; i++)
            for (int m = 0; m < 5; m++)
                b[0][j][i][m] = m;
}

int main(void)
{
    static const int sizes[][2] = {{0, 5}, {5, 0}, {1, 1}, {3, 37}, {11, 37}, {11, 5}, {2, 64}, {7, 3}, {-2, -3}};
    for (int i = 0; i < NY * NX * 9; i++)
        from[i] = i % 13, to[i] = to_want[i] = -1;
    for (int s = 0; s < 9; s++) {
        relax(from, to, sizes[s][0], sizes[s][1]);
        if (sizes[s][0] > 0)
            relaxed(sizes[s][0], sizes[s][1]);
        CHECK(memcmp(to, to_want, sizeof to) == 0);
    }
    for (int i = 0; i < NY * NX; i++)
        cells[i] = same[i] = (struct cell){i % 7, i, 2 * i, 3};
    static const int starts[] = {0, 0, 3, 9, 40};
    for (int s = 1; s < 5; s++) {
        int lo = starts[s], ny = NY - s, nx = NX - 3 * s;
        cells_of(cells, lo, ny, nx);
        for (int j = lo; j <= ny; j++)
            for (int i = lo + 1; i < nx; i++) {
                struct cell *c = &same[j * NX + i];
                c->u += c->rho, c->v -= c->rho, c->e = c->rho + c->u + i + 100 * j;
            }
        CHECK(memcmp(cells, same, sizeof cells) == 0);
    }
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                for (int m = 0; m < 5; m++)
                    a[k][j][i][m] = i * j + 3 * k + m, b[k][j][i][m] = want[k][j][i][m] = m - i;
    for (int s = 0; s < 4; s++) {
        int nz = NZ - s, ny = NY - 2 * s, nx = NX - 5 * s;
        inside(nz, ny, nx);
        each_line(nz, ny, nx);
        for (int k = 1; k < nz - 1; k++)
            for (int j = 1; j < ny - 1; j++)
                for (int i = 1; i < nx - 1; i++)
                    for (int m = 0; m < 5; m++)
                        want[k][j][i][m] = a[k][j][i + 1][m] - a[k][j - 1][i][m] + a[k + 1][j][i][m];
        for (int k = 0; k < nz; k++)
            for (int j = 0; j < ny; j++)
                for (int i = 0; i < nx; i++)
                    for (int m = 1; m < 5; m++)
                        want[k][j][i][m] += want[k][j][i][m - 1];
        CHECK(memcmp(b, want, sizeof b) == 0);
    }
    triangle(NY);
    for (int j = 0; j < NY; j++)
        for (int i = 0; i <= j; i++)
            for (int m = 0; m < 5; m++)
                want[0][j][i][m] = m;
    CHECK(memcmp(b, want, sizeof b) == 0);
    return CHECKED();
}
