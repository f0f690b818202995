// Red points read only black ones: with a step of two the colours never meet.
// true: line 4 parallel, line 5 parallel
void red(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1 + i % 2; j < n - 1; j += 2)
            a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
