/* A sparse matrix in compressed rows times a vector: gangs over rows, vectors that sum up short rows. */
enum { n = 400000, in_row = 27, times = 10 };
#define PARAMETERS int n, int times
#define ARGUMENTS n, times
#define ARRAYS(X) X(values, [n * in_row]) X(x, [n]) X(y, [n])
#define PREPARE                                                    \
    for (int i = 0; i <= n; i++)                                   \
        starts[i] = i * (in_row - 3) + (i % 4);                    \
    for (int i = 0; i < n * in_row; i++)                           \
        columns[i] = (int)((i / 24 + (long)i % 24 * 37 * 37) % n)
static int starts[n + 1], columns[n * in_row];
#include "polybench.h"
KERNEL
{
    int all = starts[n];
#pragma acc data copyin(values[0:all], columns[0:all], starts[0:n + 1], x[0:n]) copyout(y[0:n])
    for (int t = 0; t < times; t++) {
#pragma acc parallel loop gang
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int k = starts[i]; k < starts[i + 1]; k++)
                sum += values[k] * x[columns[k]];
            y[i] = sum;
        }
    }
}
