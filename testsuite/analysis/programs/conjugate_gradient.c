// A sparse matrix by rows: the bounds of the inner loop are data.
// true: line 5 parallel, line 7 reduction
void multiply(int n, const int *restrict start, const int *restrict col, const double *restrict val,
              const double *restrict x, double *restrict y)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}
