// A sum over gangs alone.
double sum(int n, const double *x)
{
    double s = 0;
    #pragma omp parallel for simd schedule(static) if(n > 170000) reduction(+:s)
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
