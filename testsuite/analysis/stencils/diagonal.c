// A dependence along the diagonal: carried by the outer loop alone.
// true: line 4 sequential, line 5 parallel
void diagonal(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            a[i][j] = a[i - 1][j - 1] + 1;
}
