// Row and column from one counter, by division and remainder.
// true: line 4 parallel
void fill(int n, int m, int a[n][m])
{
    #pragma acc kernels
    for (int t = 0; t < n * m; t++)
        a[t / m][t % m] = t;
}
