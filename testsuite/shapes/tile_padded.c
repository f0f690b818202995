// A tile of workers around loops of lanes with barriers: rows beyond the tile's end go along.
void blocks(int n, int m, int k, const float *restrict a, float *restrict s)
{
    #pragma acc parallel num_workers(4) vector_length(64) present(a, s)
    #pragma acc loop gang worker tile(2, 4)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            #pragma acc loop vector reduction(+ : sum)
            for (int l = 0; l < k; l++)
                sum += a[(i * m + j) * k + l];
            s[i * m + j] = sum;
        }
}
