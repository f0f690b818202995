/* cg.c: conjugate gradients, with a sparse matrix by rows, the 7 points of a cube of N^3 unknowns (argument 1), a number of steps (argument 2). A step
 * moves the matrix (12 bytes an element) and 11 vectors, and takes 2 operations an element and 10 an unknown. */
#include "../result.h"
#include <string.h>

static int n, rows, steps;
static long elements;
static int *restrict starts, *restrict columns;
static double *restrict values, *restrict x, *restrict r, *restrict p, *restrict q;

static void multiply(const double *restrict in, double *restrict out)
{
#pragma acc parallel loop present(starts[0:rows + 1], columns[0:elements], values[0:elements], in[0:rows], out[0:rows])
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int k = starts[i]; k < starts[i + 1]; k++)
            s += values[k] * in[columns[k]];
        out[i] = s;
    }
}
static double dot(const double *restrict a, const double *restrict b)
{
    double s = 0;
#pragma acc parallel loop present(a[0:rows], b[0:rows]) reduction(+ : s)
    for (int i = 0; i < rows; i++)
        s += a[i] * b[i];
    return s;
}

/* From x = 0, with the right-hand side in r; the square of what remains. */
static double solve(int most)
{
#pragma acc parallel loop present(x[0:rows], r[0:rows], p[0:rows])
    for (int i = 0; i < rows; i++) {
        x[i] = 0;
        r[i] = 1 + i % 7;
        p[i] = r[i];
    }
    double rho = dot(r, r);
    for (int step = 0; step < most; step++) {
        multiply(p, q);
        double alpha = rho / dot(p, q), old = rho;
#pragma acc parallel loop present(x[0:rows], r[0:rows], p[0:rows], q[0:rows])
        for (int i = 0; i < rows; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rho = dot(r, r);
        double beta = rho / old;
#pragma acc parallel loop present(r[0:rows], p[0:rows])
        for (int i = 0; i < rows; i++)
            p[i] = r[i] + beta * p[i];
    }
    return rho;
}

/* Diagonal 7, neighbours -1: positive definite, and no vector is its own image. */
static void make(void)
{
    elements = 0;
    for (int i = 0; i < rows; i++) {
        int place[3] = {i / n / n, i / n % n, i % n}, far[3] = {n * n, n, 1};
        starts[i] = (int)elements;
        columns[elements] = i, values[elements++] = 7;
        for (int axis = 0; axis < 3; axis++)
            for (int side = -1; side <= 1; side += 2)
                if (place[axis] + side >= 0 && place[axis] + side < n)
                    columns[elements] = i + side * far[axis], values[elements++] = -1;
    }
    starts[rows] = (int)elements;
}

int main(int argc, char **argv)
{
    n = (int)argument(argc, argv, 1, 8);
    steps = (int)argument(argc, argv, 2, 50);
    rows = n * n * n;
    size_t all = (size_t)rows;
    starts = must_alloc((all + 1) * sizeof *starts), columns = must_alloc(7 * all * sizeof *columns), values = must_alloc(7 * all * sizeof *values);
    x = must_alloc(all * 8), r = must_alloc(all * 8), p = must_alloc(all * 8), q = must_alloc(all * 8);
    make();
    double ms[3], left = 0, first = 0, apart = 0, check = 0;
#pragma acc data copyin(starts[0:rows + 1], columns[0:elements], values[0:elements]) create(r[0:rows], p[0:rows], q[0:rows]) copyout(x[0:rows])
    {
        first = solve(0);
        solve(2);
        for (int turn = 0; turn < 3; turn++) {
            double start = now_ms();
            left = solve(steps);
            ms[turn] = now_ms() - start;
        }
        /* What remains indeed, and not by the recurrence. */
        multiply(x, q);
#pragma acc parallel loop present(q[0:rows]) reduction(+ : apart)
        for (int i = 0; i < rows; i++)
            apart += (1 + i % 7 - q[i]) * (1 + i % 7 - q[i]);
    }
    for (int i = 0; i < rows; i++)
        check += x[i];
    int right = left < first * pow(0.6, steps) && fabs(apart - left) <= 1e-9 * first;
    double moved = 12.0 * (double)elements + 11 * 8.0 * rows;
    print_result("cg", "", steps * moved, steps * (2.0 * (double)elements + 10.0 * rows), right, ms, 3);
    printf("{\"item\": \"cg\", \"check\": %.10g}\n", check);
    return !right;
}
