// Chunks of iterations: gang(static:4), gang(static:*), and of a collapsed nest.
void chunks(int n, int m, int *restrict a, int *restrict b, int *restrict c)
{
    #pragma omp parallel num_threads(8)
    {
        #pragma omp for simd schedule(static, 4)
        for (int i = 0; i < n; i++)
            a[i] = i;
        #pragma omp for simd schedule(static)
        for (int i = 0; i < n; i++)
            b[i] *= 2;
        #pragma omp for schedule(static, 2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                c[i * m + j] += j;
    }
}
