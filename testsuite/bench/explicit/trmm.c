/* B = alpha A' B for a lower triangle A with ones on its diagonal: the columns of B are independent. */
enum { m = 1000, n = 1200 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][m]) X(B, [m][n])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5;
#pragma acc parallel loop gang vector copyin(A[0:m][0:m]) copy(B[0:m][0:n])
    for (int j = 0; j < n; j++)
#pragma acc loop seq
        for (int i = 0; i < m; i++) {
#pragma acc loop seq
            for (int k = i + 1; k < m; k++)
                B[i][j] += A[k][i] * B[k][j];
            B[i][j] *= alpha;
        }
}
