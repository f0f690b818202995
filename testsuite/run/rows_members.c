// Tables of rows that are members of structures: their data comes along, and kernels ask whether the rows lie apart. Where the structure is on the device, that is asked of
// whole sections, and of the pointers that are attached there.
// env: ACCRS_LEAST_WORK=0
// report: copyin(g->u[0:g->n][0:g->m]) [inferred
// report: if g->v and g->u, rows of g->v
// expect: device kernels=6 in_order=3
// expect: multicore host_kernels=6 in_order=3
#include "check.h"
#include <stdlib.h>
#define N 30
#define M 20

struct grid {
    int n, m;
    double **u, **v, *w;
};

static double **table(int n, int m)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        a[i] = malloc(m * sizeof **a);
        for (int j = 0; j < m; j++)
            a[i][j] = 10 * i + j;
    }
    return a;
}

static void twice(struct grid *g)
{
#pragma acc kernels
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->m; j++)
            g->v[i][j] = 2 * g->u[i][j] + i;
}

static void sum(struct grid g)
{
#pragma acc kernels
    for (int i = 0; i < g.n; i++)
        for (int j = 0; j < g.m; j++)
            g.v[i][j] = g.u[i][j] + g.w[j];
}

/* With the structure on the device. */
static void there(struct grid *p)
{
#pragma acc enter data copyin(p[0:1])
#pragma acc enter data copyin(p->u[0:N][0:M], p->v[0:N][0:M])
    twice(p);
#pragma acc exit data copyout(p->v[0:N][0:M]) delete(p->u[0:N][0:M])
#pragma acc exit data delete(p[0:1])
}

int main(void)
{
    struct grid g = {N, M, table(N, M), table(N, M), calloc(N, sizeof(double))};
    twice(&g);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(g.v[i][j] == 2 * (10 * i + j) + i);
    for (int j = 0; j < M; j++)
        g.w[j] = j;
    sum(g);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(g.v[i][j] == 10 * i + 2 * j);
    there(&g);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            CHECK(g.v[i][j] == 2 * (10 * i + j) + i);
    // A vector that is a row of the table that is written.
    g.w = g.v[7];
    sum(g);
    CHECK(g.v[7][3] == 73 + 2 * 73 + 7 && g.v[6][3] == 63 + 2 * 73 + 7 && g.v[8][3] == 83 + g.v[7][3]);
    // A row that is in both tables.
    double *own = g.v[3];
    g.v[3] = g.u[9];
    twice(&g);
    CHECK(g.v[9][4] == 2 * (2 * 34 + 3) + 9);
    // The same on the device.
    for (int j = 0; j < M; j++)
        g.u[9][j] = 90 + j;
    there(&g);
    CHECK(g.v[9][4] == 2 * (2 * 34 + 3) + 9);
    g.v[3] = own;
    return CHECKED();
}
