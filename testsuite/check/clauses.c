// A data clause, an update, a private copy's value or an order that is left out.
// with: parts/step.c
#include "parts/step.h"
#include <stdlib.h>
#define N 24

static double grid[N][N], next[N][N];
static double *table;
static float kept[N];
#pragma acc declare create(kept)

int main(void)
{
    double x[N], y[N], *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    int map[4] = {1, 2, 3, 0}, n = N;
    for (int i = 0; i < N; i++) {
        x[i] = y[i] = p[i] = q[i] = i;
        for (int j = 0; j < N; j++)
            grid[i][j] = i + j;
    }
    // Rows that aren't there.
#pragma acc parallel loop collapse(2) copyin(grid[1:N-2][0:N]) copyout(next)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            next[i][j] = grid[i - 1][j] + grid[i + 1][j]; // check: grid[0][1] is outside of what is mapped, in i = 1, j = 1 // check: grid[23][1] is outside of what is mapped, in i = 22, j = 1
    // One too many.
#pragma acc parallel loop copyin(p[0:n]) copyout(x)
    for (int i = 0; i < N; i++)
        x[i] = p[i + 1]; // check: p[24] is outside of what is mapped, in i = 23 | p[0:24]
    // Two pointers into one allocation.
#pragma acc parallel loop copy(p[0:N/2]) copyin(q[N/2:N/2])
    for (int i = 0; i < N / 2; i++)
        p[i] = q[i]; // check: q[0] is outside of what is mapped, in i = 0 | q[12:12]
    // enter data create, and no update.
    table = p;
#pragma acc enter data create(table[0:N]) copyin(x)
#pragma acc parallel loop present(table) present(x) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = x[i] + table[i]; // check: table[0] is read, and nobody has written it, in i = 0 | update device(table)
#pragma acc update device(table[0:N])
#pragma acc parallel loop present(table) present(x) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = x[i] + table[i];
#pragma acc exit data delete(table[0:N], x)
    // declare create has no values until an update.
#pragma acc parallel loop copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = kept[i]; // check: kept[0] is read, and nobody has written it | update device(kept)
    // A private copy begins without a value.
#pragma acc parallel loop private(map) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = map[i % 4]; // check: map[0] is read, and nobody has written it, in i = 0 | missing: firstprivate(map)
#pragma acc parallel loop firstprivate(map) copyout(y)
    for (int i = 0; i < N; i++)
        y[i] = map[i % 4];
    // Private sections: one is written before it is read, one isn't.
#pragma acc parallel loop private(p[0:2]) copyin(x) copyout(y)
    for (int i = 0; i < N; i++) {
        p[0] = x[i];
        y[i] = p[0] + p[1]; // check: p[1] is read, and nobody has written it, in i = 0
    }
#pragma acc parallel loop gang firstprivate(p[0:2]) copyin(x) copyout(y)
    for (int i = 0; i < N; i++) {
        y[i] = 0;
#pragma acc loop vector
        for (int j = 0; j < 4; j++)
            p[1] += x[j]; // check: race on p[1]: i = 0, j = 1 and i = 0, j = 0 both update it
        y[i] = p[1];
    }
    // A private section of run-time length.
#pragma acc parallel loop gang private(q[0:n]) copyin(x) copyout(y)
    for (int i = 0; i < N; i++) {
#pragma acc loop vector
        for (int j = 0; j < n; j++)
            q[j / 2] = x[j]; // check: race on q[0]: i = 0, j = 1 and i = 0, j = 0 both write it
        y[i] = q[0];
    }
    // Addresses of the device, in a function of another file.
#pragma acc data copy(p[0:N])
    {
#pragma acc host_data use_device(p)
        step(p, N);
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            p[i] = smooth(p, i, N); // check: race on p[1]: i = 1 writes what i = 0 reads | missing: seq
    }
    free(p);
    free(q);
    return 0;
}
