/* Distances between all pairs of points, the lower half, by a condition around the body. */
enum { n = 3000, dims = 16 };
#define PARAMETERS int n, int dims
#define ARGUMENTS n, dims
#define ARRAYS(X) X(at, [n][dims]) X(far, [n][n])
#include "polybench.h"
KERNEL
{
#pragma acc parallel loop gang copyin(at[0:n][0:dims]) copy(far[0:n][0:n])
    for (int i = 0; i < n; i++)
#pragma acc loop vector
        for (int j = 0; j < n; j++)
            if (j < i) {
                double sum = 0;
                for (int k = 0; k < dims; k++)
                    sum += (at[i][k] - at[j][k]) * (at[i][k] - at[j][k]);
                far[i][j] = sqrt(sum);
            }
}
