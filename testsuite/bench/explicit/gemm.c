/* C = alpha A B + beta C over plain pointers: gangs and vectors over a collapsed nest, the sum in order. */
enum { ni = 1000, nj = 1100, nk = 1200 };
#define PARAMETERS int ni, int nj, int nk
#define ARGUMENTS ni, nj, nk
#define ARRAYS(X) X(A, [ni * nk]) X(B, [nk * nj]) X(C, [ni * nj])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc parallel loop gang vector collapse(2) copyin(A[0:ni * nk], B[0:nk * nj]) copy(C[0:ni * nj])
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            double sum = 0;
#pragma acc loop seq
            for (int k = 0; k < nk; k++)
                sum += A[i * nk + k] * B[k * nj + j];
            C[i * nj + j] = alpha * sum + beta * C[i * nj + j];
        }
}
