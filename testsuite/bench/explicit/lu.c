/* L U = A, in place: the host goes over the pivots, the device scales a column and updates what is behind it. */
enum { n = 1200 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10 * n
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n])
    for (int k = 0; k < n; k++) {
#pragma acc parallel loop gang vector present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
#pragma acc parallel loop gang present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
#pragma acc loop vector
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}
