// Members of structs, pointers in structs, globals, C89 declarations, functions that kernels call, arrays of variable length.
#include <stdlib.h>
#define N 16

struct body {
    double x, v, f;
};
struct grid {
    int n;
    double *cell;
};

static struct body bodies[N];
static double total;
static int counts[4];
#pragma acc declare create(counts)

#pragma acc routine seq
static void add(double *to, double by)
{
    *to += by; // check: race on *to: i = 1 and i = 0 both update it
}

#pragma acc routine seq
static int bin(int i)
{
    return i & 3;
}

static void vla(int n, int m, double a[n][m])
{
#pragma acc parallel loop copy(a[0:n][0:m])
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = a[i - 1][j] + 1; // check: race on a[1][0]: i = 2 reads what i = 1 writes | missing: seq
}

int main(void)
{
    int i, k;
    double sum = 0, m[4][3];
    struct grid g;
    g.n = N;
    g.cell = malloc(N * sizeof *g.cell);
    for (i = 0; i < N; i++)
        g.cell[i] = bodies[i].x = bodies[i].v = i;
    for (i = 0; i < 12; i++)
        m[i / 3][i % 3] = i;
#pragma acc parallel loop copy(bodies)
    for (i = 1; i < N; i++)
        bodies[i].f = bodies[i - 1].f + bodies[i].x; // check: race on bodies[1].f: i = 2 reads what i = 1 writes
    // Different members are different memory.
#pragma acc parallel loop copy(bodies)
    for (i = 1; i < N; i++)
        bodies[i].x = bodies[i - 1].v;
#pragma acc parallel loop copyin(bodies) copy(total)
    for (i = 0; i < N; i++)
        total += bodies[i].x; // check: race on total: i = 1 and i = 0 both update it | missing: reduction(+:total)
#pragma acc parallel loop copyin(bodies) copy(sum)
    for (i = 0; i < N; i++)
        add(&sum, bodies[i].x);
#pragma acc parallel loop present(counts)
    for (i = 0; i < 4; i++)
        counts[i] = 0;
#pragma acc parallel loop present(counts)
    for (i = 0; i < N; i++)
        counts[bin(i)]++; // check: race on counts[bin(i)]: i = 4 and i = 0 both update it | atomic update
#pragma acc data copy(g) copy(g.cell[0:N])
    {
#pragma acc parallel loop present(g)
        for (k = 0; k < N - 1; k++)
            g.cell[k] = g.cell[k + 1]; // check: race on g.cell[1]: k = 1 writes what k = 0 reads | missing: seq
    }
    vla(4, 3, m);
    free(g.cell);
    return 0;
}
