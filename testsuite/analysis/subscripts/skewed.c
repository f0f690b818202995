// A nest whose inner loop runs along a diagonal, skewed so that it carries nothing.
// true: line 4 sequential, line 5 parallel
void skewed(int n, double a[n][n])
{
    #pragma acc kernels
    for (int d = 2; d < n; d++)
        for (int i = 1; i < d; i++)
            a[i][d - i] = a[i - 1][d - i] + a[i][d - i - 1];
}
