// Reductions on serial: on the construct, and on a combined loop.
double both(int n, const double *x)
{
    double s = 1, p = 1;
    #pragma omp parallel num_threads(1) reduction(+:s)
    {
        for (int i = 0; i < n; i++)
            s += x[i];
    }
    for (int i = 0; i < n; i++)
        p *= x[i];
    return s + p;
}
