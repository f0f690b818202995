// The diagonal by a second loop, behind the zeros of the first.
// true: line 4 parallel, line 5 parallel
void identity(int n, double a[n][n])
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = 0;
        a[i][i] = 1;
    }
}
