/* A plane and its transpose, collapsed. */
enum { times = 10, n = 3000 };
#define PARAMETERS int times, int n
#define ARGUMENTS times, n
#define ARRAYS(X) X(A, [n * n]) X(B, [n * n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n * n]) create(B[0:n * n])
    for (int t = 0; t < times; t++) {
#pragma acc parallel loop gang vector collapse(2) present(A[0:n * n], B[0:n * n])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                B[j * n + i] = A[i * n + j];
#pragma acc parallel loop collapse(2) present(A[0:n * n], B[0:n * n])
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i * n + j] = 0.5 * B[i * n + j];
    }
}
