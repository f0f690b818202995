/* Two products with a matrix, one with its transpose, over plain pointers. */
enum { n = 4000 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n * n]) X(x1, [n]) X(x2, [n]) X(u1, [n]) X(u2, [n])
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(A[0:n * n], u1[0:n], u2[0:n]) copy(x1[0:n], x2[0:n])
    {
#pragma acc parallel loop gang vector
        for (int i = 0; i < n; i++) {
            double sum = x1[i];
            for (int j = 0; j < n; j++)
                sum += A[i * n + j] * u1[j];
            x1[i] = sum;
        }
#pragma acc parallel loop gang vector
        for (int i = 0; i < n; i++) {
            double sum = x2[i];
            for (int j = 0; j < n; j++)
                sum += A[j * n + i] * u2[j];
            x2[i] = sum;
        }
    }
}
