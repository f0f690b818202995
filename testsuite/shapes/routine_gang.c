// A routine that shares out its loop to all gangs, called with no loop around it.
#pragma acc routine gang
static void axpy(int n, double a, const double *restrict x, double *restrict y)
{
    if (a == 0)
        return;
    #pragma acc loop gang vector
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
void twice(int n, const double *restrict x, double *restrict y)
{
    #pragma acc parallel num_gangs(64) vector_length(128) present(x, y)
    {
        axpy(n, 2, x, y);
    }
}
