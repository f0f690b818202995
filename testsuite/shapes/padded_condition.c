// A worker loop with a condition around the lanes' loops, and a continue before them.
void masked(int n, int m, const int *restrict mask, const float *restrict a, float *restrict s)
{
    #pragma acc parallel num_workers(4) vector_length(64) present(mask, a, s)
    #pragma acc loop gang worker
    for (int i = 0; i < n; i++) {
        if (mask[i] < 0)
            continue;
        float sum = 0;
        if (mask[i]) {
            #pragma acc loop vector reduction(+ : sum)
            for (int j = 0; j < m; j++)
                sum += a[i * m + j];
        }
        s[i] = sum;
    }
}
