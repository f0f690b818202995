// In place, with neighbours before and behind: both loops carry.
// true: line 4 sequential, line 5 sequential
void relax(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
