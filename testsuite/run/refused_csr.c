// A sparse matrix by rows times a vector, without a clause: where rows begin and which columns they have stands in memory.
// report: Generating copyin(x[:]) [inferred: the host finds it by a scan: x[col[k]]]
// expect: device kernels=1 uploads=4 upload_bytes=9160 downloads=1
// expect: multicore host_kernels=1
#include "check.h"
#include <stdlib.h>

static void multiply(int n, const int *row, const int *col, const double *v, const double *x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

int main(void)
{
    int n = 200, entries = 0;
    int *row = malloc((n + 1) * sizeof *row), *col = malloc(3 * n * sizeof *col);
    double *v = malloc(3 * n * sizeof *v), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i * i;
        row[i] = entries;
        // The first rows are empty, and nothing is in the first columns.
        for (int j = i - 1; j <= i + 1 && i >= 10; j++)
            if (j < n) {
                col[entries] = j;
                v[entries++] = i == j ? 2 : -1;
            }
    }
    row[n] = entries;
    multiply(n, row, col, v, x, y);
    for (int i = 0; i < n - 1; i++)
        CHECK(y[i] == (i < 10 ? 0 : -2));
    CHECK(y[n - 1] == 2 * x[n - 1] - x[n - 2]);
    free(row);
    free(col);
    free(v);
    free(x);
    free(y);
    return CHECKED();
}
