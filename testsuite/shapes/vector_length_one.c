// Blocks of workers alone: vector_length(1), num_workers(4).
void single(int n, int m, const int *restrict a, int *restrict s)
{
    #pragma acc parallel loop gang num_workers(4) vector_length(1) present(a, s)
    for (int i = 0; i < n; i++) {
        int sum = 0;
        #pragma acc loop worker reduction(+ : sum)
        for (int j = 0; j < m; j++) {
            int part = 0;
            #pragma acc loop vector reduction(+ : part)
            for (int k = 0; k < 4; k++)
                part += a[(i * m + j) * 4 + k];
            sum += part;
        }
        s[i] = sum;
    }
}
