/* C = alpha (A B' + B A') + beta C, the lower half: a loop that goes to its row's own end. */
enum { n = 1200, m = 1000 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(A, [n][m]) X(B, [n][m]) X(C, [n][n])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc parallel loop gang copyin(A[0:n][0:m], B[0:n][0:m]) copy(C[0:n][0:n])
    for (int i = 0; i < n; i++)
#pragma acc loop vector
        for (int j = 0; j <= i; j++) {
            double sum = beta * C[i][j];
#pragma acc loop seq
            for (int k = 0; k < m; k++)
                sum += alpha * (A[j][k] * B[i][k] + B[j][k] * A[i][k]);
            C[i][j] = sum;
        }
}
