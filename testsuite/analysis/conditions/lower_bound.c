// A bound that is the greater of two: a band around the diagonal.
// true: line 4 parallel, line 5 parallel
void band(int n, int w, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = (i - w > 0 ? i - w : 0); j < (i + w < n ? i + w : n); j++)
            a[i][j] = 1;
}
