// The inner loop's bound is the outer one's variable.
// true: line 4 parallel, line 5 parallel
void lower(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] = 1.0 / (i + j + 1);
}
