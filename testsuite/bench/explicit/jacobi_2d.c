/* Jacobi's iteration as tutorials have it: the greatest change is reduced over both loops, then the arrays are copied. */
enum { steps = 50, n = 2000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n]) X(error, [steps])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n]) create(B[0:n][0:n])
    for (int t = 0; t < steps; t++) {
        double most = 0;
#pragma acc parallel loop reduction(max:most) present(A[0:n][0:n], B[0:n][0:n])
        for (int i = 1; i < n - 1; i++)
#pragma acc loop reduction(max:most)
            for (int j = 1; j < n - 1; j++) {
                B[i][j] = 0.25 * (A[i][j + 1] + A[i][j - 1] + A[i - 1][j] + A[i + 1][j]);
                most = fmax(most, fabs(B[i][j] - A[i][j]));
            }
#pragma acc parallel loop collapse(2) present(A[0:n][0:n], B[0:n][0:n])
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = B[i][j];
        error[t] = most;
    }
}
