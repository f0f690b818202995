// Rows of workers that end at different times: loops of lanes with sums in them need all of the block.
void dots(int n, int m, const double *restrict a, double *restrict s)
{
    #pragma acc parallel num_workers(4) vector_length(64) present(a, s)
    #pragma acc loop gang worker
    for (int i = 0; i < n; i++) {
        double sum = 0;
        #pragma acc loop vector reduction(+ : sum)
        for (int j = 0; j < m; j++)
            sum += a[i * m + j];
        s[i] = sum;
    }
}
