// Every other column in every row, with neighbours above and below, which are of the same colour.
// true: line 4 sequential, line 5 parallel
void stripes(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j += 2)
            a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}
