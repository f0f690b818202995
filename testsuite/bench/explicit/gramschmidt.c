/* Orthonormal columns: a norm, a column and the columns behind it in each step of the host's loop. */
enum { m = 1000, n = 1000 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][n]) X(Q, [m][n]) X(R, [n][n])
#define PREPARE for (int i = 0; i < m && i < n; i++) A[i][i] += 10
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:m][0:n], Q[0:m][0:n], R[0:n][0:n])
    for (int k = 0; k < n; k++) {
        double norm = 0;
#pragma acc parallel loop reduction(+:norm) present(A[0:m][0:n])
        for (int i = 0; i < m; i++)
            norm += A[i][k] * A[i][k];
        norm = sqrt(norm);
#pragma acc parallel loop present(A[0:m][0:n], Q[0:m][0:n])
        for (int i = 0; i < m; i++)
            Q[i][k] = A[i][k] / norm;
#pragma acc parallel loop gang present(A[0:m][0:n], Q[0:m][0:n], R[0:n][0:n])
        for (int j = k + 1; j < n; j++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int i = 0; i < m; i++)
                sum += Q[i][k] * A[i][j];
            R[k][j] = sum;
#pragma acc loop vector
            for (int i = 0; i < m; i++)
                A[i][j] -= Q[i][k] * sum;
        }
    }
}
