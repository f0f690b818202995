// In kernels the sums are found without a clause, and with one.
void moments(int n, const double *restrict x, double *mean, double *spread)
{
    double s = 0, q = 0;
    #pragma acc kernels copyin(x[0:n])
    {
        for (int i = 0; i < n; i++)
            s += x[i];
        #pragma acc loop independent reduction(+ : q)
        for (int i = 0; i < n; i++)
            q += x[i] * x[i];
    }
    *mean = s / n;
    *spread = q / n - *mean * *mean;
}
