// A sum over the lanes of each gang: a row of a sparse matrix times a vector.
void spmv(int n, const int *restrict start, const int *restrict col, const double *restrict val,
          const double *restrict x, double *restrict y)
{
    #pragma acc parallel loop gang vector_length(64) present(start, col, val, x, y)
    for (int i = 0; i < n; i++) {
        double s = 0;
        #pragma acc loop vector reduction(+ : s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}
