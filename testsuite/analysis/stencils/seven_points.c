// Three dimensions as parameters of variable length, which are pointers like others.
// true: line 4 parallel if apart, line 5 parallel if apart, line 6 parallel if apart
void heat(int n, double a[n][n][n], double b[n][n][n])
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                b[i][j][k] = a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k]
                    + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1] - 6 * a[i][j][k]);
}
