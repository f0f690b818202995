// An array of each gang, reduced by its lanes and used behind the loop.
void centres(int n, int m, const float (*restrict p)[3], float (*restrict centre)[3])
{
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 53000)
    for (int i = 0; i < n; i++) {
        float c[3] = {0, 0, 0};
        for (int j = 0; j < m; j++)
            for (int d = 0; d < 3; d++)
                c[d] += p[i * m + j][d];
        for (int d = 0; d < 3; d++)
            centre[i][d] = c[d] / m;
    }
}
