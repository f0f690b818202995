/* A filter of 7 by 7 over a picture: four nested loops, the outer two of gangs, workers and vectors. */
enum { n = 2000, r = 3 };
#define PARAMETERS int n
#define ARGUMENTS n
#define ARRAYS(X) X(in, [n][n]) X(out, [n][n]) X(weights, [7][7])
#include "polybench.h"
KERNEL
{
#pragma acc parallel loop gang worker copyin(in[0:n][0:n], weights[0:7][0:7]) copy(out[0:n][0:n])
    for (int i = r; i < n - r; i++)
#pragma acc loop vector
        for (int j = r; j < n - r; j++) {
            double sum = 0;
            for (int k = -r; k <= r; k++)
                for (int l = -r; l <= r; l++)
                    sum += weights[k + r][l + r] * in[i + k][j + l];
            out[i][j] = sum;
        }
}
