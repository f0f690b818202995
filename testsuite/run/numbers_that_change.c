// Numbers in structs that pointers lead to, which the construct changes by another name: each iteration has the value that the one before has left.
// run: -O2
#include "check.h"

typedef struct { int nx, ny, nz; double dx; } grid;

/* `a` leads to p->ny and p->nz. */
static void rows(grid *p, int *a)
{
    #pragma acc kernels copy(p[0:1])
    for (int i = 0; i < p->nx; i++)
        a[i] = p->ny + 10*i + 1;
}

/* `a` leads to p->dx. */
static void spacing(grid *p, double *a)
{
    #pragma acc kernels copy(p[0:1])
    for (int i = 0; i < p->nx; i++)
        a[0] = p->dx*2 + i;
}

/* The bound itself. */
static void bound(grid *p, int *a)
{
    #pragma acc kernels copy(p[0:1])
    for (int i = 0; i < p->nx; i++)
        if (i == 1)
            a[0] = 3;
        else
            a[2] += 1;
}

/* The same, where the struct is on the device from elsewhere. */
static void rows_unnamed(grid *p, int *a)
{
    #pragma acc kernels
    for (int i = 0; i < p->nx; i++)
        a[i] = p->ny + 10*i + 1;
}

static void spacing_unnamed(grid *p, double *a)
{
    #pragma acc kernels
    for (int i = 0; i < p->nx; i++)
        a[0] = p->dx*2 + i;
}

static void by_name(grid *p, int *restrict a)
{
    #pragma acc kernels copy(a[0:8])
    for (int i = 0; i < p->nx; i++) {
        a[i] = p->ny;
        p->ny += 2;
    }
}

/* A product that goes on into the next row when the pitch is too short. */
static void overlapping(const grid *p, const grid *q, double *restrict c)
{
    #pragma acc kernels copy(c[0:40])
    for (int i = 0; i < p->nx; i++)
        for (int j = 0; j < p->ny; j++)
            c[i*q->nx + j] = 10*i + j;
}

/* `q` leads to p[0], and the number of iterations stands in front of what `b` leads to. */
static void of_elements(int *p, int *q, int *b)
{
    #pragma acc parallel num_gangs(1) copy(p[0:2], b[-1:9])
    {
        q[0] = 6;
        for (int i = 0; i < p[0]; i++)
            b[i] += 5;
    }
    #pragma acc kernels copy(b[-1:9])
    for (int i = 0; i < b[-1]; i++)
        b[i] += 1;
}

int main(void)
{
    grid g = { 2, 5, 7, 1.5 };
    rows(&g, &g.ny);
    CHECK(g.nx == 2 && g.ny == 6 && g.nz == 17);
    spacing(&g, &g.dx);
    CHECK(g.dx == 7);
    grid h = { 2, 5, 7, 1.5 };
    #pragma acc data copy(h)
    {
        rows_unnamed(&h, &h.ny);
        spacing_unnamed(&h, &h.dx);
    }
    CHECK(h.nx == 2 && h.ny == 6 && h.nz == 17 && h.dx == 7);
    g.nx = 5;
    bound(&g, &g.nx);
    CHECK(g.nx == 3 && g.nz == 19);
    int a[8] = {0};
    by_name(&g, a);
    CHECK(a[0] == 6 && a[1] == 8 && a[2] == 10 && a[3] == 0 && g.ny == 12);
    int e[9] = { 4 }, count[2] = { 2 };
    of_elements(count, count, e + 1);
    for (int i = 1; i < 9; i++)
        CHECK(e[i] == (i <= 4 ? 6 : i <= 6 ? 5 : 0));
    double c[40], want[40];
    for (int i = 0; i < 40; i++)
        c[i] = want[i] = -1;
    grid p = { 5, 4, 0, 0 }, q = { 3, 0, 0, 0 };
    for (int i = 0; i < p.nx; i++)
        for (int j = 0; j < p.ny; j++)
            want[i*q.nx + j] = 10*i + j;
    overlapping(&p, &q, c);
    for (int i = 0; i < 40; i++) CHECK(c[i] == want[i]);
    return CHECKED();
}
