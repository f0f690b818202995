// A sum that gangs, workers and lanes of three loops share.
long count(int n, int m, int k, const unsigned char *a)
{
    long found = 0;
    #pragma omp parallel for schedule(static) reduction(+:found)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            #pragma omp simd reduction(+:found)
            for (int l = 0; l < k; l++)
                if (a[(i * m + j) * k + l])
                    found++;
        }
    }
    return found;
}
