/* G = A B C D: three products, gangs over rows and vectors over columns. */
enum { ni = 700, nj = 800, nk = 900, nl = 900, nm = 1000 };
#define PARAMETERS int ni, int nj, int nk, int nl, int nm
#define ARGUMENTS ni, nj, nk, nl, nm
#define ARRAYS(X) X(A, [ni][nk]) X(B, [nk][nj]) X(C, [nj][nm]) X(D, [nm][nl]) X(E, [ni][nj]) X(F, [nj][nl]) X(G, [ni][nl])
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(A[0:ni][0:nk], B[0:nk][0:nj], C[0:nj][0:nm], D[0:nm][0:nl]) create(E[0:ni][0:nj], F[0:nj][0:nl]) copyout(G[0:ni][0:nl])
    {
#pragma acc parallel loop gang
        for (int i = 0; i < ni; i++)
#pragma acc loop vector
            for (int j = 0; j < nj; j++) {
                E[i][j] = 0;
#pragma acc loop seq
                for (int k = 0; k < nk; k++)
                    E[i][j] += A[i][k] * B[k][j];
            }
#pragma acc parallel loop gang
        for (int i = 0; i < nj; i++)
#pragma acc loop vector
            for (int j = 0; j < nl; j++) {
                F[i][j] = 0;
#pragma acc loop seq
                for (int k = 0; k < nm; k++)
                    F[i][j] += C[i][k] * D[k][j];
            }
#pragma acc parallel loop gang
        for (int i = 0; i < ni; i++)
#pragma acc loop vector
            for (int j = 0; j < nl; j++) {
                G[i][j] = 0;
#pragma acc loop seq
                for (int k = 0; k < nj; k++)
                    G[i][j] += E[i][k] * F[k][j];
            }
    }
}
