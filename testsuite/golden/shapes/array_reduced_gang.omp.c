// A small histogram, a fixed array that gangs and lanes add to.
void histogram(int n, const unsigned char *x, int total[8])
{
    int bins[8] = {0};
    #pragma omp parallel for schedule(static) if(n > 250000) reduction(+:bins)
    for (int i = 0; i < n; i++)
        bins[x[i] >> 5]++;
    for (int b = 0; b < 8; b++)
        total[b] = bins[b];
}
