/* y = A' A x: a product with rows, and one with columns, as two loops of gangs with vector sums. */
enum { m = 3800, n = 4200 };
#define PARAMETERS int m, int n
#define ARGUMENTS m, n
#define ARRAYS(X) X(A, [m][n]) X(x, [n]) X(y, [n]) X(tmp, [m])
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(A[0:m][0:n], x[0:n]) copyout(y[0:n]) create(tmp[0:m])
    {
#pragma acc parallel loop gang
        for (int i = 0; i < m; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int j = 0; j < n; j++)
                sum += A[i][j] * x[j];
            tmp[i] = sum;
        }
#pragma acc parallel loop gang
        for (int j = 0; j < n; j++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int i = 0; i < m; i++)
                sum += A[i][j] * tmp[i];
            y[j] = sum;
        }
    }
}
