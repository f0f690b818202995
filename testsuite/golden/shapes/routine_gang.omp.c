// A routine that shares out its loop to all gangs, called with no loop around it.
static void axpy(int n, double a, const double *restrict x, double *restrict y)
{
    if (a == 0)
        return;
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
    extern __typeof__(axpy) __accrs_gangs_228752c9c0e88c1e_axpy;
 void __accrs_gangs_228752c9c0e88c1e_axpy(int n, double a, const double *restrict x, double *restrict y)
{
    if (a == 0)
        return;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
void twice(int n, const double *restrict x, double *restrict y)
{
    {
        extern __typeof__(axpy) __accrs_gangs_228752c9c0e88c1e_axpy;
    #pragma omp parallel num_threads(64)
    {
        __accrs_gangs_228752c9c0e88c1e_axpy(n, 2, x, y);
    }
    }
}
