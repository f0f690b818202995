// The textbook's order, with a scalar for the sum.
// true: line 4 parallel if apart, line 5 parallel if apart, line 7 reduction
void matmul(int n, const double *a, const double *b, double *c)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
