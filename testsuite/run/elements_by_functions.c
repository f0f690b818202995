// Functions that give back where an element is: a store there leaves the bounds alone that lie beside the array's pointer, and changes those that are
// among the elements.
// env: ACCRS_LEAST_WORK=0
// expect: device kernels=3
// expect: multicore host_kernels=3
#include "check.h"
#include <stdlib.h>

struct grid {
    int n, m;
    int *data;
};

static int *at(struct grid *g, int i, int j) { return &g->data[i * g->m + j]; }
static int *first_or(struct grid *g, int i) { return i >= 0 ? g->data + i : g->data; }

static void fill(struct grid g)
{
#pragma acc parallel loop collapse(2) copyin(g) copy(g.data[0:g.n*g.m])
    for (int i = 0; i < g.n; i++)
        for (int j = 0; j < g.m; j++)
            *at(&g, i, j) += 10 * i + j;
}

static void negate(struct grid *g)
{
#pragma acc parallel loop copyin(g[0:1]) copy(g->data[0:g->n*g->m])
    for (int i = 0; i < g->n * g->m; i++)
        *first_or(g, i) = -*first_or(g, i);
}

int main(void)
{
    struct grid g = { 20, 30, calloc(600, sizeof(int)) };
    fill(g);
    negate(&g);
#pragma acc parallel loop copyin(g) copy(g.data[0:600])
    for (int i = 0; i < g.m; i++)
        *at(&g, 3, i) = 5;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            CHECK(*at(&g, i, j) == (i == 3 ? 5 : -(10 * i + j)));
    free(g.data);
    return CHECKED();
}
