// A tile on the inner loops of a gang loop, by lanes, with a sum over their elements.
void planes(int n, int m, const float *restrict a, float *restrict s)
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m * (double)m > 250000)
    for (int p = 0; p < n; p++) {
        float sum = 0;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                sum += a[(p * m + i) * m + j];
        s[p] = sum;
    }
}
