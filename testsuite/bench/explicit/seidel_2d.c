/* Gauss and Seidel's iteration with two colours, by a condition in the inner loop. */
enum { steps = 20, n = 2000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n])
    for (int t = 0; t < steps; t++)
        for (int colour = 0; colour < 2; colour++) {
#pragma acc parallel loop gang present(A[0:n][0:n])
            for (int i = 1; i < n - 1; i++)
#pragma acc loop vector
                for (int j = 1; j < n - 1; j++)
                    if ((i + j) % 2 == colour)
                        A[i][j] = 0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
        }
}
