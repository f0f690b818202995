/* C = alpha A B + beta C for a symmetric A, whose lower half is read: the half by a condition. */
enum { m = 1000, n = 1200 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][m]) X(B, [m][n]) X(C, [m][n])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc parallel loop gang copyin(A[0:m][0:m], B[0:m][0:n]) copy(C[0:m][0:n])
    for (int i = 0; i < m; i++)
#pragma acc loop vector
        for (int j = 0; j < n; j++) {
            double sum = 0;
#pragma acc loop seq
            for (int k = 0; k < m; k++)
                sum += (k <= i ? A[i][k] : A[k][i]) * B[k][j];
            C[i][j] = beta * C[i][j] + alpha * sum;
        }
}
