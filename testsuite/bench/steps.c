/* steps.c: time steps over grids that no cache holds: by hand with OpenMP, a parallel loop for each sweep, and as accrs has them, in tiles of several
 * steps. Prints for each program the least seconds of three runs each, in turns, and their ratio; the grids must be the same.
 *
 *     accrs -O3 -march=native -fopenmp -acc=multicore steps.c -o steps && ./steps */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PLANE 4000
#define CUBE 300

static double a[PLANE][PLANE], b[PLANE][PLANE], first[PLANE][PLANE];
static double u[CUBE][CUBE][CUBE], v[CUBE][CUBE][CUBE], begin[CUBE][CUBE][CUBE];

#define CROSS(x, i, j) (0.2 * (x[i][j] + x[i][j - 1] + x[i][j + 1] + x[i - 1][j] + x[i + 1][j]))
#define STAR(x, i, j, k)                                                                                              \
    (0.125 * (x[i + 1][j][k] - 2.0 * x[i][j][k] + x[i - 1][j][k]) + 0.125 * (x[i][j + 1][k] - 2.0 * x[i][j][k] + x[i][j - 1][k]) \
     + 0.125 * (x[i][j][k + 1] - 2.0 * x[i][j][k] + x[i][j][k - 1]) + x[i][j][k])

#define JACOBI(AROUND, SWEEP)                             \
    _Pragma(AROUND)                                       \
    for (int t = 0; t < steps; t++) {                     \
        _Pragma(SWEEP)                                    \
        for (int i = 1; i < PLANE - 1; i++)               \
            for (int j = 1; j < PLANE - 1; j++)           \
                b[i][j] = CROSS(a, i, j);                 \
        _Pragma(SWEEP)                                    \
        for (int i = 1; i < PLANE - 1; i++)               \
            for (int j = 1; j < PLANE - 1; j++)           \
                a[i][j] = CROSS(b, i, j);                 \
    }

#define HEAT(AROUND, SWEEP)                               \
    _Pragma(AROUND)                                       \
    for (int t = 0; t < steps; t++) {                     \
        _Pragma(SWEEP)                                    \
        for (int i = 1; i < CUBE - 1; i++)                \
            for (int j = 1; j < CUBE - 1; j++)            \
                for (int k = 1; k < CUBE - 1; k++)        \
                    v[i][j][k] = STAR(u, i, j, k);        \
        _Pragma(SWEEP)                                    \
        for (int i = 1; i < CUBE - 1; i++)                \
            for (int j = 1; j < CUBE - 1; j++)            \
                for (int k = 1; k < CUBE - 1; k++)        \
                    u[i][j][k] = STAR(v, i, j, k);        \
    }

static void jacobi_by_hand(int steps)
{
    JACOBI("GCC diagnostic push", "omp parallel for")
}

static void jacobi(int steps)
{
    JACOBI("acc kernels", "GCC diagnostic push")
}

static void heat_by_hand(int steps)
{
    HEAT("GCC diagnostic push", "omp parallel for")
}

static void heat(int steps)
{
    HEAT("acc kernels", "GCC diagnostic push")
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

/* The least seconds of both, from the same first values. */
static int compare(const char *name, void (*by_hand)(int), void (*ours)(int), int steps, double *grid, double *other, double *kept, size_t size)
{
    void (*run[2])(int) = { by_hand, ours };
    double best[2] = { 1e30, 1e30 };
    int same = 1;
    for (int round = 0; round < 6; round++) {
        for (size_t i = 0; i < size; i++)
            grid[i] = other[i] = i % 1009 * 0.25;
        double start = seconds();
        run[round % 2](steps);
        double took = seconds() - start;
        if (took < best[round % 2])
            best[round % 2] = took;
        if (round == 0)
            memcpy(kept, grid, size * sizeof *grid);
        same &= !memcmp(kept, grid, size * sizeof *grid);
    }
    printf("%-10s by hand %.3f s, accrs %.3f s: %.2f times as fast%s\n", name, best[0], best[1], best[0] / best[1], same ? "" : " DIFFERENT");
    return same;
}

int main(void)
{
    int same = compare("jacobi 2d", jacobi_by_hand, jacobi, 40, a[0], b[0], first[0], sizeof a / sizeof a[0][0]);
    same &= compare("heat 3d", heat_by_hand, heat, 20, u[0][0], v[0][0], begin[0][0], sizeof u / sizeof u[0][0][0]);
    return !same;
}
