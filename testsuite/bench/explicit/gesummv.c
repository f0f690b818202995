/* y = alpha A x + beta B x: two sums of one vector loop. */
enum { n = 4000 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n]) X(B, [n][n]) X(x, [n]) X(y, [n])
#include "polybench.h"
KERNEL
{
#pragma acc parallel loop gang copyin(A[0:n][0:n], B[0:n][0:n], x[0:n]) copyout(y[0:n])
    for (int i = 0; i < n; i++) {
        double s = 0, t = 0;
#pragma acc loop vector reduction(+:s, t)
        for (int j = 0; j < n; j++) {
            s += A[i][j] * x[j];
            t += B[i][j] * x[j];
        }
        y[i] = 1.5 * s + 1.2 * t;
    }
}
