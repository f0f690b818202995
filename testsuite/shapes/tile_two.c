// tile(32, 4) of two loops, with levels left to the compiler.
void transpose(int n, int m, const float *restrict a, float *restrict b)
{
    #pragma acc parallel loop tile(32, 4) present(a, b)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[i * m + j];
}
