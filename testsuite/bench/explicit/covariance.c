/* The covariances between columns: the triangle by a condition in a nest that collapse makes one loop. */
enum { n = 1400, m = 1200 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(data, [n][m]) X(cov, [m][m]) X(mean, [m])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(data[0:n][0:m]) copyout(cov[0:m][0:m]) create(mean[0:m])
    {
#pragma acc parallel loop gang vector
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += data[i][j];
            mean[j] = sum / n;
        }
#pragma acc parallel loop gang vector collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                data[i][j] -= mean[j];
#pragma acc parallel loop gang vector collapse(2)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                if (j >= i) {
                    double sum = 0;
#pragma acc loop seq
                    for (int k = 0; k < n; k++)
                        sum += data[k][i] * data[k][j];
                    cov[i][j] = sum / (n - 1);
                    cov[j][i] = cov[i][j];
                }
    }
}
