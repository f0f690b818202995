// A sum for each row, in a scalar of the row's.
// true: line 4 parallel if apart, line 6 reduction
void matvec(int n, int m, const double *a, const double *x, double *y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i * m + j] * x[j];
        y[i] = sum;
    }
}
