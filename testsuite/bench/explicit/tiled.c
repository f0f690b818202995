/* Twenty-seven points of a cube, in tiles that a clause gives. */
enum { steps = 10, n = 200 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n][n]) X(B, [n][n][n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n][0:n], B[0:n][0:n][0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop tile(64, 4, 4) present(A, B)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    B[i][j][k] = (A[i - 1][j][k] + A[i + 1][j][k] + A[i][j - 1][k] + A[i][j + 1][k] + A[i][j][k - 1] + A[i][j][k + 1]
                        + A[i - 1][j - 1][k] + A[i + 1][j + 1][k] + A[i][j - 1][k - 1] + A[i][j + 1][k + 1]) * 0.1;
#pragma acc parallel loop tile(*, *, *) present(A, B)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    A[i][j][k] = B[i][j][k];
    }
}
