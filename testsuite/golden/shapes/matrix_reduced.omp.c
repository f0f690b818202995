// A matrix of two dimensions, reduced by all gangs and lanes: a covariance.
void covariance(int n, const double (*x)[3], double c[3][3])
{
    double sum[3][3] = {{0}};
    #pragma omp parallel for schedule(static) if(n > 66000) reduction(+:sum)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                sum[j][k] += x[i][j] * x[i][k];
    for (int j = 0; j < 9; j++)
        c[j / 3][j % 3] = sum[j / 3][j % 3];
}
