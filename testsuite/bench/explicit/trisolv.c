/* L x = b by columns: each x that is found is subtracted from all behind it. */
enum { n = 8000 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(L, [n][n]) X(x, [n]) X(b, [n])
#define PREPARE for (int i = 0; i < n; i++) L[i][i] += 10 * n
#include "polybench.h"
KERNEL
{
#pragma acc data copyin(L[0:n][0:n]) copyout(x[0:n]) copyin(b[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
#pragma acc parallel loop gang vector reduction(+:sum) present(L[0:n][0:n], x[0:n])
        for (int j = 0; j < i; j++)
            sum += L[i][j] * x[j];
#pragma acc parallel num_gangs(1) present(L[0:n][0:n], x[0:n], b[0:n])
        x[i] = (b[i] - sum) / L[i][i];
    }
}
