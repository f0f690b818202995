/* A = L L', column by column: the host goes over the columns, the device scales one and updates those behind it. */
enum { n = 1500 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n])
#define PREPARE for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] = 1 + (i == j) * 10. * n + (i + j) % 7
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n])
    for (int k = 0; k < n; k++) {
#pragma acc serial present(A[0:n][0:n])
        A[k][k] = sqrt(A[k][k]);
#pragma acc parallel loop gang vector present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
#pragma acc parallel loop gang present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
#pragma acc loop vector
            for (int j = k + 1; j <= i; j++)
                A[i][j] -= A[i][k] * A[j][k];
    }
}
