// Each pair above the diagonal is swapped by one iteration.
// true: line 4 parallel, line 5 parallel
void transpose(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double t = a[i][j];
            a[i][j] = a[j][i];
            a[j][i] = t;
        }
}
