/* D = alpha A B C + beta D: two products, one behind the other; collapse and a vector loop that sums up. */
enum { ni = 800, nj = 900, nk = 1100, nl = 1200 };
#define PARAMETERS int ni, int nj, int nk, int nl
#define ARGUMENTS ni, nj, nk, nl
#define ARRAYS(X) X(A, [ni][nk]) X(B, [nk][nj]) X(C, [nj][nl]) X(D, [ni][nl]) X(tmp, [ni][nj])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc data copyin(A[0:ni][0:nk], B[0:nk][0:nj], C[0:nj][0:nl]) copy(D[0:ni][0:nl]) create(tmp[0:ni][0:nj])
    {
#pragma acc parallel loop gang collapse(2)
        for (int i = 0; i < ni; i++)
            for (int j = 0; j < nj; j++) {
                double sum = 0;
#pragma acc loop vector reduction(+:sum)
                for (int k = 0; k < nk; k++)
                    sum += alpha * A[i][k] * B[k][j];
                tmp[i][j] = sum;
            }
#pragma acc parallel loop gang collapse(2)
        for (int i = 0; i < ni; i++)
            for (int j = 0; j < nl; j++) {
                double sum = beta * D[i][j];
#pragma acc loop vector reduction(+:sum)
                for (int k = 0; k < nj; k++)
                    sum += tmp[i][k] * C[k][j];
                D[i][j] = sum;
            }
    }
}
