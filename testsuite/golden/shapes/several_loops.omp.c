// A region of its own: redundant statements, a gang loop with a worker and a vector loop in it, and one over all three.
void parts(int n, int m, double *restrict a, double *restrict b, double *restrict c)
{
    #pragma omp parallel num_threads(32)
    {
        double half = n * 0.5;
        #pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            double own = half + i;
            #pragma omp simd
            for (int j = 0; j < 4; j++)
                a[i * 4 + j] = own;
            #pragma omp simd
            for (int j = 0; j < m; j++)
                b[i * m + j] = own - j;
        }
        #pragma omp for simd schedule(static)
        for (int i = 0; i < n; i++)
            c[i] += half;
    }
}
