/* rows.c: arrays of which each iteration has a row: structures of particles that are pushed in place, the nine floats of a lattice's cell, five doubles of a
 * grid's point as in codes of fluids. For arrays of N doubles (argument 1). Bytes: what is read and written, each once. */
#include "measure.h"

struct particle { double x, y, z, vx, vy, vz; };
enum { LINE = 512 };
static int particles, cells, lines;
static struct particle *p;
static float *restrict from, *restrict to;
static double (*restrict u)[LINE][5], (*restrict r)[LINE][5];

static void push(void)
{
#pragma acc parallel loop present(p[0:particles]) async(QUEUE)
    for (int i = 0; i < particles; i++) {
        p[i].x += 0.5 * p[i].vx;
        p[i].y += 0.5 * p[i].vy;
        p[i].z += 0.5 * p[i].vz;
    }
}

static void relax(void)
{
#pragma acc parallel loop present(from[0:9 * cells], to[0:9 * cells]) async(QUEUE)
    for (int i = 0; i < cells; i++) {
        float rho = 0;
        for (int k = 0; k < 9; k++)
            rho += from[9 * i + k];
        for (int k = 0; k < 9; k++)
            to[9 * i + k] = 0.5f * (from[9 * i + k] + rho);
    }
}

static void grid(void)
{
#pragma acc parallel loop gang worker present(u[0:lines], r[0:lines]) async(QUEUE)
    for (int j = 0; j < lines; j++)
#pragma acc loop vector
        for (int i = 1; i < LINE - 1; i++)
            for (int m = 0; m < 5; m++)
                r[j][i][m] = u[j][i + 1][m] - 2 * u[j][i][m] + u[j][i - 1][m];
}

/* By hand: rows.cu. */
static void hand_push(void)
{
    void *a = acc_deviceptr(p);
    HAND_LAUNCH("push", UP_DIV(particles, 128), 1, 1, 128, 1, &particles, &a);
}
static void hand_relax(void)
{
    void *f = acc_deviceptr(from), *g = acc_deviceptr(to);
    HAND_LAUNCH("relax", UP_DIV(cells, 128), 1, 1, 128, 1, &cells, &f, &g);
}
static void hand_grid(void)
{
    void *a = acc_deviceptr(u), *b = acc_deviceptr(r);
    HAND_LAUNCH("grid", UP_DIV(LINE, 128), lines, 1, 128, 1, &lines, &a, &b);
}

/* What the arrays hold, by index. Positions are set anew before a turn that is looked at. */
static float of_cell(long i) { return (float)(i % 32); }
static double of_point(long i) { return (double)(i * 7 % 64); }

static void spoil(void)
{
    spoil_array(to, (size_t)cells * 9 * sizeof *to);
    spoil_array(r, (size_t)lines * sizeof *r);
#pragma acc parallel loop present(p[0:particles]) async(QUEUE)
    for (int i = 0; i < particles; i++)
        p[i] = (struct particle){i, 2.0 * i, 3.0 * i, 1, 2, 4};
}
static int not_pushed(long i) { return !(p[i].x == i + 0.5 && p[i].y == 2.0 * i + 1 && p[i].z == 3.0 * i + 2 && p[i].vz == 4); }
static int not_relaxed(long i)
{
    float rho = 0;
    for (long k = 9 * i; k < 9 * i + 9; k++)
        rho += of_cell(k);
    for (long k = 9 * i; k < 9 * i + 9; k++)
        if (to[k] != 0.5f * (of_cell(k) + rho))
            return 1;
    return 0;
}
static int not_point(long line)
{
    for (long i = 1; i < LINE - 1; i++)
        for (long m = 0; m < 5; m++) {
            long at = (line * LINE + i) * 5 + m;
            if (r[line][i][m] != of_point(at + 5) - 2 * of_point(at) + of_point(at - 5))
                return 1;
        }
    return 0;
}
enum { PART = 64 };
static int wrong_push(void) { return look_at(p, sizeof *p, particles, PART, not_pushed) != 0; }
static int wrong_relax(void) { return look_at(to, 9 * sizeof *to, cells, PART, not_relaxed) != 0; }
static int wrong_grid(void) { return look_at(r, sizeof *r, lines, 4, not_point) != 0; }

int main(int argc, char **argv)
{
    int n = (int)argument(argc, argv, 1, 8192), bad = 0;
    begin("rows");
    particles = n / 6, cells = n / 9, lines = n / 5 / LINE + 1;
    p = must_alloc((size_t)particles * sizeof *p), from = must_alloc((size_t)cells * 9 * sizeof *from), to = must_alloc((size_t)cells * 9 * sizeof *to);
    u = must_alloc((size_t)lines * sizeof *u), r = must_alloc((size_t)lines * sizeof *r);
    struct item items[] = {
        {"particles in place", 72.0 * particles, 0, push, hand_push, spoil, wrong_push},
        {"lattice cells", 72.0 * cells, 0, relax, hand_relax, spoil, wrong_relax},
        {"grid points", 80.0 * lines * LINE, 0, grid, hand_grid, spoil, wrong_grid},
    };
#pragma acc data create(p[0:particles], from[0:9 * cells], to[0:9 * cells], u[0:lines], r[0:lines])
    {
#pragma acc parallel loop present(from[0:9 * cells])
        for (int i = 0; i < 9 * cells; i++)
            from[i] = (float)(i % 32);
#pragma acc parallel loop gang present(u[0:lines])
        for (int j = 0; j < lines; j++)
#pragma acc loop vector
            for (int i = 0; i < 5 * LINE; i++)
                u[j][i / 5][i % 5] = (double)(((long)j * LINE * 5 + i) * 7 % 64);
        for (size_t k = 0; k < sizeof items / sizeof *items; k++)
            bad += measure(&items[k]);
    }
    return bad != 0;
}
