/* Three neighbours of a long line, over plain pointers, with a length of vectors. */
enum { steps = 200, n = 4000000 };
#define PARAMETERS int steps, int n
#define ARGUMENTS steps, n
#define ARRAYS(X) X(A, [n]) X(B, [n])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(A[0:n], B[0:n])
    for (int t = 0; t < steps; t++) {
#pragma acc parallel loop gang vector vector_length(256) present(A[0:n], B[0:n])
        for (int i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
#pragma acc parallel loop gang vector vector_length(256) present(A[0:n], B[0:n])
        for (int i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
}
