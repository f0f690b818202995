// Pointers into what is only read: &p[i], rows of it, members that are arrays, kept in plain pointers; an element that one
// iteration writes alone (if (i == 0)) is no dependence.
// expect: device kernels=2
// expect: multicore host_kernels=2
#include "check.h"
#define N 100

typedef struct { double f[5]; unsigned char solid : 1; } cell;

static double first(double *v) { return v[0]; }

int main(void)
{
    cell cells[N], *cur = cells;
    double grid[N][4], (*rows)[4] = grid, out[N], head[3] = { 0 };
    for (int i = 0; i < N; i++) {
        for (int q = 0; q < 5; q++)
            cells[i].f[q] = i + q;
        cells[i].solid = i & 1;
        for (int q = 0; q < 4; q++)
            grid[i][q] = i * q;
    }
    #pragma acc parallel loop copyin(cur[0:N], rows[0:N]) copyout(out)
    for (int i = 0; i < N; i++) {
        cell *c = &cur[i];
        double *f = cur[i].f, *r = rows[i], *e = &rows[i][1];
        out[i] = c->solid ? f[4] : r[2] + e[2] + first(cur[i].f) + first(rows[i]);
    }
    for (int i = 0; i < N; i++)
        CHECK(out[i] == (i & 1 ? i + 4 : 6 * i));
    int k = 1;
    #pragma acc parallel loop copy(head, out)
    for (int i = 0; i < N; i++) {
        if (i == 0)
            head[k] = N;
        out[i] = i;
    }
    CHECK(head[1] == N && out[N - 1] == N - 1);
    return CHECKED();
}
