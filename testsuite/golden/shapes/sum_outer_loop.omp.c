// A reduction on the outer loop alone, updated in a loop of lanes and in a sequential one.
double energy(int n, int m, const double *e, const double *w)
{
    double total = 0;
    #pragma omp parallel for schedule(static) if((double)n * (double)m > 250000) reduction(+:total)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < 4; k++)
                total += w[k] * e[i * m + j];
        }
        total += 0.5;
    }
    return total;
}
