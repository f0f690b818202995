/* The greatest sum of a row: a maximum that is reduced outside of the loop that sums up. */
enum { times = 10, n = 3000 };
#define PARAMETERS int times, int n
#define ARGUMENTS times, n
#define ARRAYS(X) X(A, [n][n]) X(norms, [times])
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(A[0:n][0:n])
    for (int t = 0; t < times; t++) {
        double most = 0;
#pragma acc parallel loop gang reduction(max:most) present(A[0:n][0:n])
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int j = 0; j < n; j++)
                sum += fabs(A[i][j] - t);
            most = fmax(most, sum);
        }
        norms[t] = most;
    }
}
