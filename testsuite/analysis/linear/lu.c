// Elimination without pivots: k is in order; below the pivot rows are independent.
// true: line 4 sequential, line 5 parallel, line 7 parallel, line 8 parallel
void lu(int n, double a[n][n])
{
    #pragma acc kernels
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}
