/* mg.c: V-cycles of a multigrid solver on a periodic cube of N^3 cells (argument 1, a power of 2), 7 points, two Jacobi steps on the way down and up.
 * On the finest grid a cycle sweeps five times, over three arrays of 8 bytes each; all grids together have 8/7 of its cells. */
#include "../result.h"
#include <string.h>

enum { CYCLES = 6, LEVELS = 12 };
static int levels, sides[LEVELS];
static double *u[LEVELS], *f[LEVELS], *t[LEVELS];

#define AT(i, j, k) (((long)(i)*n + (j)) * n + (k))
#define NEXT(i) ((i) + 1 < n ? (i) + 1 : 0)
#define LAST(i) ((i) > 0 ? (i)-1 : n - 1)
#define AROUND(a) (a[AT(LAST(i), j, k)] + a[AT(NEXT(i), j, k)] + a[AT(i, LAST(j), k)] + a[AT(i, NEXT(j), k)] + a[AT(i, j, LAST(k))] + a[AT(i, j, NEXT(k))])

/* One damped Jacobi step of 6 u - (the sum of the neighbours) = f. */
static void smooth(int n, const double *restrict from, const double *restrict right, double *restrict to)
{
    long all = (long)n * n * n;
#pragma acc parallel loop collapse(3) present(from[0:all], right[0:all], to[0:all])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                to[AT(i, j, k)] = from[AT(i, j, k)] + 0.8 / 6 * (right[AT(i, j, k)] + AROUND(from) - 6 * from[AT(i, j, k)]);
}
static void residual(int n, const double *restrict from, const double *restrict right, double *restrict to)
{
    long all = (long)n * n * n;
#pragma acc parallel loop collapse(3) present(from[0:all], right[0:all], to[0:all])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                to[AT(i, j, k)] = right[AT(i, j, k)] + AROUND(from) - 6 * from[AT(i, j, k)];
}
/* Cells of twice the width: half the sum of the eight in them, so that the equation keeps its form; the solution there starts at 0. */
static void coarsen(int half, const double *restrict fine, double *restrict coarse, double *restrict start)
{
    int n = 2 * half;
    long all = (long)n * n * n, few = all / 8;
#pragma acc parallel loop collapse(3) present(fine[0:all], coarse[0:few], start[0:few])
    for (int i = 0; i < half; i++)
        for (int j = 0; j < half; j++)
            for (int k = 0; k < half; k++) {
                double s = 0;
                for (int c = 0; c < 8; c++)
                    s += fine[AT(2 * i + c / 4, 2 * j + c / 2 % 2, 2 * k + c % 2)];
                coarse[((long)i * half + j) * half + k] = 0.5 * s;
                start[((long)i * half + j) * half + k] = 0;
            }
}
static void refine(int half, const double *restrict coarse, double *restrict fine)
{
    int n = 2 * half;
    long all = (long)n * n * n, few = all / 8;
#pragma acc parallel loop collapse(3) present(fine[0:all], coarse[0:few])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                fine[AT(i, j, k)] += coarse[((long)(i / 2) * half + j / 2) * half + k / 2];
}

static void cycle(int level)
{
    int n = sides[level];
    int sweeps = level + 1 < levels ? 1 : 20;
    for (int s = 0; s < sweeps; s++) {
        smooth(n, u[level], f[level], t[level]);
        smooth(n, t[level], f[level], u[level]);
    }
    if (level + 1 == levels)
        return;
    residual(n, u[level], f[level], t[level]);
    coarsen(n / 2, t[level], f[level + 1], u[level + 1]);
    cycle(level + 1);
    refine(n / 2, u[level + 1], u[level]);
    smooth(n, u[level], f[level], t[level]);
    smooth(n, t[level], f[level], u[level]);
}
static double remains(void)
{
    long all = (long)sides[0] * sides[0] * sides[0];
    double s = 0, *restrict left = t[0];
    residual(sides[0], u[0], f[0], left);
#pragma acc parallel loop present(left[0:all]) reduction(+ : s)
    for (long i = 0; i < all; i++)
        s += left[i] * left[i];
    return s;
}
static void clear(void)
{
    long all = (long)sides[0] * sides[0] * sides[0];
    double *restrict a = u[0];
#pragma acc parallel loop present(a[0:all])
    for (long i = 0; i < all; i++)
        a[i] = 0;
}

int main(int argc, char **argv)
{
    int n = (int)argument(argc, argv, 1, 8);
    for (levels = 0; n >> levels >= 4 && levels < LEVELS; levels++) {
        long all = 1;
        sides[levels] = n >> levels;
        for (int axis = 0; axis < 3; axis++)
            all *= sides[levels];
        size_t bytes = (size_t)all * sizeof(double);
        double *a = must_alloc(bytes), *b = must_alloc(bytes), *c = must_alloc(bytes);
        u[levels] = a, f[levels] = b, t[levels] = c;
#pragma acc enter data create(a[0:all], b[0:all], c[0:all])
    }
    long all = (long)n * n * n;
    /* Charges of both signs, as many of each: the sum is 0, else a periodic cube has no solution. */
    for (long i = 0; i < all; i++)
        f[0][i] = (i * 2654435761u >> 7) % 1000 == 1 ? 1 : 0;
    double mean = 0, ms[3], first, left = 0, check = 0;
    for (long i = 0; i < all; i++)
        mean += f[0][i] / (double)all;
    for (long i = 0; i < all; i++)
        f[0][i] -= mean;
    double *right_side = f[0], *solution = u[0];
#pragma acc update device(right_side[0:all])
    clear();
    first = remains();
    cycle(0);
    for (int r = 0; r < 3; r++) {
        clear();
        left = remains();
        double start = now_ms();
        for (int c = 0; c < CYCLES; c++)
            cycle(0);
        left = remains();
        ms[r] = now_ms() - start;
    }
#pragma acc update self(solution[0:all])
    for (long i = 0; i < all; i++)
        check += solution[i] * solution[i];
    /* Constant corrections converge slowly: here to a hundred-thousandth of the square of what was left. */
    int right = left < first * 1e-3;
    print_result("mg", "", CYCLES * 5 * 24.0 * (double)all * 8 / 7, CYCLES * 5 * 10.0 * (double)all * 8 / 7, right, ms, 3);
    printf("{\"item\": \"mg\", \"check\": %.10g, \"of\": %.3g}\n", check, left / first);
    return !right;
}
