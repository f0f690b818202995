// A sum over the lanes of each gang: a row of a sparse matrix times a vector.
void spmv(int n, const int *restrict start, const int *restrict col, const double *restrict val,
          const double *restrict x, double *restrict y)
{
    #pragma omp parallel for schedule(static) if((n > 0 ? (double)start[n] - (double)start[0] : 0.0) > 150000)
    for (int i = 0; i < n; i++) {
        double s = 0;
        #pragma omp simd reduction(+:s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}
