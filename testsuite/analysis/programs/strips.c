// A product by hand in strips of 32 rows: the strips and the rows in them are parallel.
// true: line 4 parallel, line 5 parallel, line 6 parallel, line 8 reduction
void matmul(int n, int m, int p, const float *restrict a, const float *restrict b, float *restrict c)
{
    #pragma acc kernels
    for (int s = 0; s < n; s += 32)
        for (int i = s; i < s + 32; i++)
            for (int j = 0; j < m; j++) {
                float sum = 0;
                for (int k = 0; k < p; k++)
                    sum += a[i * p + k] * b[k * m + j];
                c[i * m + j] = sum;
            }
}
