// A section whose bounds are known at run time only, reduced by gangs.
void columns(int n, int m, int from, int to, const double *restrict a, double *restrict sum)
{
    #pragma omp parallel for schedule(static) if((double)n * ((double)to - (double)from) > 200000) reduction(+:sum[from:to - from])
    for (int i = 0; i < n; i++)
        for (int j = from; j < to; j++)
            sum[j] += a[i * m + j];
}
