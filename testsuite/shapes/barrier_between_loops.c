// What one loop of lanes stores the next one reads shifted: a barrier between them, in a gang loop and in a worker loop.
void shift(int n, int m, float *restrict a, float *restrict b)
{
    #pragma acc parallel loop gang present(a, b)
    for (int i = 0; i < n; i++) {
        #pragma acc loop vector
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] * 2;
        #pragma acc loop vector
        for (int j = 1; j < m; j++)
            a[i * m + j] = b[i * m + j - 1];
    }
    #pragma acc parallel loop gang num_workers(4) vector_length(32) present(a, b)
    for (int i = 0; i < n; i++) {
        #pragma acc loop worker
        for (int j = 0; j < m; j++)
            b[i * m + j] = a[i * m + j] + 1;
        #pragma acc loop worker vector
        for (int j = 1; j < m; j++)
            a[i * m + j] = b[i * m + j - 1];
    }
}
