// A sparse matrix, by rows, and a vector.
// kernel: sparse_product_5 percent=100 line=9 in_flight=2
void product(int n, const int *restrict start, const int *restrict column, const double *restrict value, const double *restrict x, double *restrict y)
{
#pragma acc parallel loop gang present(start, column, value, x, y)
    for (int i = 0; i < n; i++) {
        double s = 0;
#pragma acc loop vector reduction(+:s)
        for (int k = start[i]; k < start[i + 1]; k++)
            s += value[k] * x[column[k]];
        y[i] = s;
    }
}
