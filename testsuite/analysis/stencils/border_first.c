// An imperfect nest: the border of each row is set, then the row is walked through.
// true: line 4 sequential, line 6 sequential
void grow(int n, double a[n + 1][n + 1])
{
    #pragma acc kernels
    for (int i = 1; i <= n; i++) {
        a[i][0] = i;
        for (int j = 1; j <= n; j++)
            a[i][j] = a[i - 1][j] + a[i][j - 1];
    }
}
