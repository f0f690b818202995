/* C = alpha A A' + beta C, the lower half: what is above it is left out by `continue`. */
enum { n = 1200, m = 1000 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(A, [n][m]) X(C, [n][n])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc parallel loop gang vector collapse(2) copyin(A[0:n][0:m]) copy(C[0:n][0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j > i)
                continue;
            double sum = 0;
#pragma acc loop seq
            for (int k = 0; k < m; k++)
                sum += A[i][k] * A[j][k];
            C[i][j] = alpha * sum + beta * C[i][j];
        }
}
