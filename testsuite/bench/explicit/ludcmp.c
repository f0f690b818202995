/* A x = b: L and U row by row with collapsed updates, then both triangles are solved on the host's side of the data. */
enum { n = 1200 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n]) X(b, [n]) X(x, [n]) X(y, [n])
#define PREPARE for (int i = 0; i < n; i++) A[i][i] += 10 * n
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n][0:n])
    for (int k = 0; k < n - 1; k++) {
#pragma acc parallel loop present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
#pragma acc parallel loop collapse(2) present(A[0:n][0:n])
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
    }
#pragma acc data copyin(A[0:n][0:n], b[0:n]) copyout(x[0:n], y[0:n])
    {
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma acc parallel loop reduction(+:sum) present(A[0:n][0:n], y[0:n])
            for (int j = 0; j < i; j++)
                sum += A[i][j] * y[j];
#pragma acc serial present(b[0:n], y[0:n])
            y[i] = b[i] - sum;
        }
        for (int i = n - 1; i >= 0; i--) {
            double sum = 0;
#pragma acc parallel loop reduction(+:sum) present(A[0:n][0:n], x[0:n])
            for (int j = i + 1; j < n; j++)
                sum += A[i][j] * x[j];
#pragma acc serial present(A[0:n][0:n], x[0:n], y[0:n])
            x[i] = (y[i] - sum) / A[i][i];
        }
    }
}
