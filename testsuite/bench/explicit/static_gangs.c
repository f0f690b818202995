/* Five points of a plane in rows that gang(static:1) deals out one by one. */
enum { steps = 50, n = 2000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n], B[0:n][0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop gang(static:1) present(A[0:n][0:n], B[0:n][0:n])
        for (int i = 1; i < n - 1; i++)
#pragma acc loop vector
            for (int j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
#pragma acc parallel loop gang(static:1) present(A[0:n][0:n], B[0:n][0:n])
        for (int i = 1; i < n - 1; i++)
#pragma acc loop vector
            for (int j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
    }
}
