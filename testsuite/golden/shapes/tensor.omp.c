// A product of doubles whose sums tensor cores have, where a product may be added without being rounded: a factor of all, two matrices of which one is turned, and what is taken away.
// run: -O2 -ffp-contract=off --acc-fma=true
void update(int n, int m, int l, double alpha, const double (*restrict a)[n], const double (*restrict b)[m], double (*restrict c)[m])
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m * (double)l > 730000)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < l; k++)
            #pragma omp simd
            for (int j = 0; j < m; j++)
                c[i][j] -= alpha * a[k][i] * b[k][j];
}
