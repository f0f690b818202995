// Rows of workers that end at different times: loops of lanes with sums in them need all of the block.
void dots(int n, int m, const double *restrict a, double *restrict s)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double sum = 0;
        #pragma omp simd reduction(+:sum)
        for (int j = 0; j < m; j++)
            sum += a[i * m + j];
        s[i] = sum;
    }
}
