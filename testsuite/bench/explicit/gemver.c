/* An update by two outer products, and two products with vectors. */
enum { n = 4000 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(A, [n][n]) X(u1, [n]) X(v1, [n]) X(u2, [n]) X(v2, [n]) X(w, [n]) X(x, [n]) X(y, [n]) X(z, [n])
#include "polybench.h"
KERNEL
{
    double alpha = 1.5, beta = 1.2;
#pragma acc data copy(A[0:n][0:n], x[0:n], w[0:n]) copyin(u1[0:n], v1[0:n], u2[0:n], v2[0:n], y[0:n], z[0:n])
    {
#pragma acc parallel loop gang
        for (int i = 0; i < n; i++)
#pragma acc loop vector
            for (int j = 0; j < n; j++)
                A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
#pragma acc parallel loop gang
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int j = 0; j < n; j++)
                sum += beta * A[j][i] * y[j];
            x[i] += sum + z[i];
        }
#pragma acc parallel loop gang
        for (int i = 0; i < n; i++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int j = 0; j < n; j++)
                sum += alpha * A[i][j] * x[j];
            w[i] += sum;
        }
    }
}
