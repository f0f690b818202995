/* A sparse matrix with as many elements in each row, stored by columns, times a vector: gangs and vectors over rows. */
enum { n = 400000, in_row = 24, times = 10 };
#define PARAMETERS int n, int in_row, int times
#define ARGUMENTS n, in_row, times
#define ARRAYS(X) X(values, [n * in_row]) X(x, [n]) X(y, [n])
#define PREPARE for (int i = 0; i < n * in_row; i++) columns[i] = (int)((i % n + (long)(i / n) * 37 * 37) % n)
static int columns[n * in_row];
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(values[0:n * in_row], columns[0:n * in_row], x[0:n]) copyout(y[0:n])
    for (int t = 0; t < times; t++) {
#pragma acc parallel loop gang vector
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < in_row; k++)
                sum += values[k * n + i] * x[columns[k * n + i]];
            y[i] = sum;
        }
    }
}
