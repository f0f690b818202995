// In kernels the sums are found without a clause, and with one.
void moments(int n, const double *restrict x, double *mean, double *spread)
{
    double s = 0, q = 0;
    {
        #pragma omp parallel for simd schedule(static) if(n > 250000) reduction(+:s)
        for (int i = 0; i < n; i++)
            s += x[i];
        #pragma omp parallel for simd schedule(static) if(n > 170000) reduction(+:q)
        for (int i = 0; i < n; i++)
            q += x[i] * x[i];
    }
    *mean = s / n;
    *spread = q / n - *mean * *mean;
}
