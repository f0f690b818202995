/* The correlations between columns: gangs over columns, vectors that sum them up. */
enum { n = 1400, m = 1200 };
#define PARAMETERS int n, int m
#define ARGUMENTS n, m
#define ARRAYS(X) X(data, [n][m]) X(corr, [m][m]) X(mean, [m]) X(dev, [m])
#include "polybench.h"
KERNEL
{
#pragma acc data copy(data[0:n][0:m]) copyout(corr[0:m][0:m]) create(mean[0:m], dev[0:m])
    {
#pragma acc parallel loop gang
        for (int j = 0; j < m; j++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int i = 0; i < n; i++)
                sum += data[i][j];
            mean[j] = sum / n;
        }
#pragma acc parallel loop gang
        for (int j = 0; j < m; j++) {
            double sum = 0;
#pragma acc loop vector reduction(+:sum)
            for (int i = 0; i < n; i++)
                sum += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
            sum = sqrt(sum / n);
            dev[j] = sum <= 0.1 ? 1 : sum;
        }
#pragma acc parallel loop gang vector collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                data[i][j] = (data[i][j] - mean[j]) / (sqrt((double)n) * dev[j]);
#pragma acc parallel loop gang
        for (int i = 0; i < m; i++) {
            corr[i][i] = 1;
#pragma acc loop vector
            for (int j = i + 1; j < m; j++) {
                double sum = 0;
#pragma acc loop seq
                for (int k = 0; k < n; k++)
                    sum += data[k][i] * data[k][j];
                corr[i][j] = sum;
                corr[j][i] = sum;
            }
        }
    }
}
