/* q = A p and s = A' r, as two loops of gangs and vectors whose inner loops are in order. */
enum { n = 4200, m = 3800 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(A, [n][m]) X(p, [m]) X(q, [n]) X(r, [n]) X(s, [m])
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(A[0:n][0:m], p[0:m], r[0:n]) copyout(q[0:n], s[0:m])
    {
#pragma acc parallel loop gang vector
        for (int j = 0; j < m; j++) {
            s[j] = 0;
#pragma acc loop seq
            for (int i = 0; i < n; i++)
                s[j] += r[i] * A[i][j];
        }
#pragma acc parallel loop gang vector
        for (int i = 0; i < n; i++) {
            q[i] = 0;
#pragma acc loop seq
            for (int j = 0; j < m; j++)
                q[i] += A[i][j] * p[j];
        }
    }
}
