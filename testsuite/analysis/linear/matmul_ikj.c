// The order in which the innermost loop runs along memory: it becomes the threads, around a sum in order.
// true: line 4 parallel, line 5 reduction, line 6 parallel
void matmul(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
    #pragma acc kernels
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}
