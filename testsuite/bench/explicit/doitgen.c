/* Each row of A times C: a row of sums that is private to each iteration of two collapsed loops. */
enum { nr = 150, nq = 140, np = 160 };
#define PARAMETERS int nr, int nq, int np
#define ARGUMENTS nr, nq, np
#define ARRAYS(X) X(A, [nr][nq][np]) X(C, [np][np])
#include "polybench.h"
KERNEL
{
    double sum[160];
#pragma acc parallel loop gang collapse(2) private(sum) copy(A[0:nr][0:nq][0:np]) copyin(C[0:np][0:np])
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
#pragma acc loop vector
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
#pragma acc loop seq
                for (int s = 0; s < np; s++)
                    sum[p] += A[r][q][s] * C[s][p];
            }
#pragma acc loop vector
            for (int p = 0; p < np; p++)
                A[r][q][p] = sum[p];
        }
}
