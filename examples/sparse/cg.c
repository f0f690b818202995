// A sparse linear system, solved by conjugate gradients: the matrix of a plate that is held at its edge, in compressed rows.
//
//   accrs -O2 -o cg cg.c -lm && ./cg 200
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Compressed rows: row i has the values val[row[i]] to before val[row[i + 1]], in the columns col[...]. */
struct matrix {
    int n;
    int *row, *col;
    double *val;
};

/* The five-point Laplacian of an m by m grid. */
static struct matrix plate(int m)
{
    struct matrix a = {m * m, malloc((m * m + 1) * sizeof(int)), malloc(5 * m * m * sizeof(int)), malloc(5 * m * m * sizeof(double))};
    int k = 0;
    for (int i = 0; i < a.n; i++) {
        const int y = i / m, x = i % m;
        const int next[5] = {i - m, i - 1, i, i + 1, i + m};
        const int inside[5] = {y > 0, x > 0, 1, x < m - 1, y < m - 1};
        a.row[i] = k;
        for (int j = 0; j < 5; j++)
            if (inside[j]) {
                a.col[k] = next[j];
                a.val[k++] = next[j] == i ? 4 : -1;
            }
    }
    a.row[a.n] = k;
    return a;
}

/* y = A x */
static void multiply(int n, const int *restrict row, const int *restrict col, const double *restrict val, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop present(row, col, val, x, y)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}

static double dot(int n, const double *restrict x, const double *restrict y)
{
    double sum = 0;
#pragma acc parallel loop reduction(+ : sum) present(x, y)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(int argc, char **argv)
{
    const int m = argc > 1 ? atoi(argv[1]) : 200;
    const struct matrix a = plate(m);
    const int n = a.n, *row = a.row, *col = a.col;
    const double *val = a.val;
    double *x = calloc(n, sizeof *x), *r = malloc(n * sizeof *r), *p = malloc(n * sizeof *p), *q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++)
        r[i] = p[i] = 1;
    int steps = 0;
    double rr;
#pragma acc data copyin(row[0 : n + 1], col[0 : row[n]], val[0 : row[n]], r[0 : n], p[0 : n]) copy(x[0 : n]) create(q[0 : n])
    {
        rr = dot(n, r, r);
        while (rr > 1e-12 * n && steps < 2 * m) {
            multiply(n, row, col, val, p, q);
            const double alpha = rr / dot(n, p, q);
#pragma acc parallel loop present(x, r, p, q)
            for (int i = 0; i < n; i++) {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            const double next = dot(n, r, r), beta = next / rr;
            rr = next;
#pragma acc parallel loop present(r, p)
            for (int i = 0; i < n; i++)
                p[i] = r[i] + beta * p[i];
            steps++;
        }
    }
    // What is left of the right-hand side, reckoned anew on the host.
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double sum = 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum -= val[k] * x[col[k]];
        worst = fmax(worst, fabs(sum));
    }
    printf("%d unknowns, %d steps, residual at most %.1e\n", n, steps, worst);
    return !(worst < 1e-4);
}
