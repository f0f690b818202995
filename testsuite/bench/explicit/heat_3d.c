/* Heat in three dimensions: two collapsed sweeps in each time step. */
enum { steps = 20, n = 200 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n][n]) X(B, [n][n][n])
#include "polybench.h"
#define HEAT(TO, FROM)                                                                           \
    TO[i][j][k] = 0.125 * (FROM[i + 1][j][k] - 2 * FROM[i][j][k] + FROM[i - 1][j][k])            \
        + 0.125 * (FROM[i][j + 1][k] - 2 * FROM[i][j][k] + FROM[i][j - 1][k])                    \
        + 0.125 * (FROM[i][j][k + 1] - 2 * FROM[i][j][k] + FROM[i][j][k - 1]) + FROM[i][j][k]
KERNEL
{
#pragma acc data copy(A[0:n][0:n][0:n], B[0:n][0:n][0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop collapse(3) present(A, B)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    HEAT(B, A);
#pragma acc parallel loop gang collapse(2) present(A, B)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
#pragma acc loop vector
                for (int k = 1; k < n - 1; k++)
                    HEAT(A, B);
    }
}
