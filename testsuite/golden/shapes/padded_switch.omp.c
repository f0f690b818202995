// A switch chooses between loops of lanes, for each row of a block by itself.
void each(int n, int m, const int *restrict kind, double *restrict a, double *restrict s)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double r = 0;
        switch (kind[i]) {
        case 0:
            #pragma omp simd reduction(+:r)
            for (int j = 0; j < m; j++)
                r += a[i * m + j];
            break;
        case 1:
        case 2:
            #pragma omp simd
            for (int j = 0; j < m; j++)
                a[i * m + j] *= kind[i];
            break;
        default:
            r = -1;
        }
        s[i] = r;
    }
}
